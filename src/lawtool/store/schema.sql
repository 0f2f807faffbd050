-- The database. Names are Portuguese; `datasette_metadata.json` describes every table and column.
-- Offsets (inicio, fim) count code points of the raw text of a source, end exclusive; lines are 1-based.
-- NULL is "not known". Keys of provisions are NORM_PATH: coari-lei-340-1999_art6_cpt_inc1.

-- Origin -----------------------------------------------------------------------------------------------------------

CREATE TABLE fontes (
    id TEXT PRIMARY KEY,
    arquivo TEXT NOT NULL UNIQUE,
    tipo_de_midia TEXT,
    codificacao TEXT,
    caracteres INTEGER NOT NULL,
    linhas INTEGER NOT NULL,
    origem TEXT,
    licenca TEXT,
    sha256 TEXT
);

CREATE TABLE fontes_texto (
    fonte TEXT PRIMARY KEY REFERENCES fontes(id),
    texto TEXT NOT NULL
);

-- What each stretch of a source is: label or text of a provision, page furniture, or text that nobody claims.
CREATE TABLE segmentos (
    id INTEGER PRIMARY KEY,
    fonte TEXT NOT NULL REFERENCES fontes(id),
    inicio INTEGER NOT NULL,
    fim INTEGER NOT NULL,
    tipo TEXT NOT NULL,
    dispositivo TEXT REFERENCES dispositivos(id),
    linha INTEGER,
    evidencia TEXT
);

-- Characters that are not blank, by what claims them; the columns after `caracteres` add up to it.
CREATE TABLE cobertura (
    fonte TEXT PRIMARY KEY REFERENCES fontes(id),
    caracteres INTEGER NOT NULL,
    dispositivos INTEGER NOT NULL,
    mobiliario INTEGER NOT NULL,
    desconhecidos INTEGER NOT NULL,
    perdidos INTEGER NOT NULL
);

-- Norms ------------------------------------------------------------------------------------------------------------

-- no_acervo = 0: a norm that others cite or act upon and whose text the corpus does not hold.
CREATE TABLE normas (
    id TEXT PRIMARY KEY,
    nome TEXT NOT NULL,
    ementa TEXT,
    especie TEXT,
    numero TEXT,
    ano INTEGER,
    data TEXT,
    publicacao TEXT,
    autoridade TEXT,
    esfera TEXT,
    uf TEXT,
    municipio TEXT,
    fonte TEXT REFERENCES fontes(id),
    urn TEXT,
    no_acervo INTEGER NOT NULL DEFAULT 1,
    ordem INTEGER
);

CREATE TABLE normas_origem (
    norma TEXT PRIMARY KEY REFERENCES normas(id),
    titulo TEXT,
    orgaos TEXT,
    inicio INTEGER NOT NULL,
    fim INTEGER NOT NULL,
    linha_inicial INTEGER,
    linha_final INTEGER
);

CREATE TABLE signatarios (
    norma TEXT NOT NULL REFERENCES normas(id),
    ordem INTEGER NOT NULL,
    nome TEXT,
    cargo TEXT,
    PRIMARY KEY (norma, ordem)
);

CREATE TABLE apelidos (
    apelido TEXT PRIMARY KEY,
    norma TEXT NOT NULL REFERENCES normas(id),
    origem TEXT
);

CREATE TABLE dispositivos (
    id TEXT PRIMARY KEY,
    norma TEXT NOT NULL REFERENCES normas(id),
    nome TEXT NOT NULL,
    texto TEXT NOT NULL,
    tipo TEXT NOT NULL,
    caminho TEXT NOT NULL,
    rotulo TEXT,
    pai TEXT REFERENCES dispositivos(id),
    ordem INTEGER NOT NULL UNIQUE,
    UNIQUE (norma, caminho)
);

CREATE TABLE dispositivos_origem (
    dispositivo TEXT PRIMARY KEY REFERENCES dispositivos(id),
    impresso TEXT,
    inicio INTEGER NOT NULL,
    fim INTEGER NOT NULL,
    linha_inicial INTEGER,
    linha_final INTEGER,
    reparado INTEGER NOT NULL DEFAULT 0,
    celulas TEXT
) WITHOUT ROWID;

-- What was changed, what looks wrong -------------------------------------------------------------------------------

CREATE TABLE correcoes (
    id TEXT PRIMARY KEY,
    fonte TEXT NOT NULL REFERENCES fontes(id),
    norma TEXT REFERENCES normas(id),
    dispositivo TEXT REFERENCES dispositivos(id),
    antes TEXT NOT NULL,
    depois TEXT NOT NULL,
    decisao TEXT NOT NULL,
    regra TEXT NOT NULL,
    evidencia TEXT,
    linha INTEGER,
    inicio INTEGER NOT NULL,
    fim INTEGER NOT NULL
);

CREATE TABLE problemas (
    id INTEGER PRIMARY KEY,
    gravidade TEXT NOT NULL,
    codigo TEXT NOT NULL,
    mensagem TEXT NOT NULL,
    fonte TEXT REFERENCES fontes(id),
    norma TEXT REFERENCES normas(id),
    dispositivo TEXT REFERENCES dispositivos(id),
    linha INTEGER,
    inicio INTEGER,
    fim INTEGER
);

-- Links and time ---------------------------------------------------------------------------------------------------

CREATE TABLE citacoes (
    id INTEGER PRIMARY KEY,
    norma TEXT REFERENCES normas(id),
    dispositivo TEXT REFERENCES dispositivos(id),
    texto TEXT NOT NULL,
    tipo TEXT NOT NULL,
    relacao TEXT NOT NULL,
    situacao TEXT NOT NULL,
    norma_citada TEXT REFERENCES normas(id),
    dispositivo_citado TEXT REFERENCES dispositivos(id),
    fragmentos TEXT,
    urn TEXT,
    motivo TEXT,
    candidatos TEXT,
    inferido TEXT,
    fonte TEXT NOT NULL REFERENCES fontes(id),
    inicio INTEGER NOT NULL,
    fim INTEGER NOT NULL
);

CREATE TABLE quantidades (
    id INTEGER PRIMARY KEY,
    norma TEXT NOT NULL REFERENCES normas(id),
    dispositivo TEXT REFERENCES dispositivos(id),
    papel TEXT NOT NULL,
    comparador TEXT,
    valor REAL,
    unidade TEXT,
    texto TEXT NOT NULL,
    estrito INTEGER NOT NULL,
    valor_si REAL,
    unidade_si TEXT,
    forma TEXT NOT NULL,
    valor_por_extenso REAL,
    extenso_confere INTEGER,
    linha INTEGER,
    coluna INTEGER,
    nome_da_linha TEXT,
    nome_da_coluna TEXT,
    fonte TEXT NOT NULL REFERENCES fontes(id),
    inicio INTEGER NOT NULL,
    fim INTEGER NOT NULL
);

CREATE TABLE termos (
    id INTEGER PRIMARY KEY,
    norma TEXT NOT NULL REFERENCES normas(id),
    dispositivo TEXT REFERENCES dispositivos(id),
    tipo TEXT NOT NULL,
    termo TEXT NOT NULL,
    sigla TEXT,
    conceito TEXT NOT NULL,
    definicao TEXT,
    fonte TEXT NOT NULL REFERENCES fontes(id),
    inicio INTEGER NOT NULL,
    fim INTEGER NOT NULL,
    inicio_definicao INTEGER,
    fim_definicao INTEGER
);

CREATE TABLE relacoes (
    id INTEGER PRIMARY KEY,
    tipo TEXT NOT NULL,
    origem TEXT NOT NULL REFERENCES normas(id),
    destino TEXT NOT NULL REFERENCES normas(id),
    dispositivo_origem TEXT REFERENCES dispositivos(id),
    dispositivo_destino TEXT REFERENCES dispositivos(id),
    metodo TEXT NOT NULL,
    pontuacao REAL,
    data TEXT,
    evidencia TEXT,
    inicio INTEGER,
    fim INTEGER
);

CREATE TABLE eventos (
    id INTEGER PRIMARY KEY,
    tipo TEXT NOT NULL,
    norma_agente TEXT REFERENCES normas(id),
    dispositivo_agente TEXT REFERENCES dispositivos(id),
    norma_afetada TEXT REFERENCES normas(id),
    caminho_afetado TEXT,
    dispositivo_afetado TEXT REFERENCES dispositivos(id),
    data TEXT,
    data_declarada TEXT,
    data_calculada TEXT,
    data_presumida TEXT,
    nao_antes TEXT,
    nao_depois TEXT,
    alcance TEXT,
    regra TEXT,
    motivo TEXT,
    evidencia TEXT,
    confianca TEXT,
    decisao TEXT NOT NULL,
    norma TEXT REFERENCES normas(id),
    dispositivo TEXT REFERENCES dispositivos(id),
    fonte TEXT REFERENCES fontes(id),
    inicio INTEGER,
    fim INTEGER
);

-- Derived from eventos; rebuilt, never edited. caminho is NULL for the norm as a whole; dispositivo is NULL too where the
-- corpus does not hold the provision.
CREATE TABLE vigencias (
    id INTEGER PRIMARY KEY,
    norma TEXT NOT NULL REFERENCES normas(id),
    caminho TEXT,
    dispositivo TEXT REFERENCES dispositivos(id),
    situacao TEXT NOT NULL,
    restante TEXT,
    desde TEXT,
    ate TEXT,
    base_do_inicio TEXT,
    alternativas TEXT,
    redacao TEXT,
    causa INTEGER REFERENCES eventos(id)
);

CREATE TABLE versoes (
    id INTEGER PRIMARY KEY,
    norma TEXT NOT NULL REFERENCES normas(id),
    caminho TEXT NOT NULL,
    dispositivo TEXT REFERENCES dispositivos(id),
    texto TEXT,
    estado TEXT NOT NULL,
    desde TEXT,
    ate TEXT,
    causa INTEGER REFERENCES eventos(id)
);

-- One row for each pair of provisions of a group; a group may be many to many, one side NULL for what stands alone.
CREATE TABLE alinhamentos (
    id INTEGER PRIMARY KEY,
    grupo INTEGER NOT NULL,
    norma_a TEXT NOT NULL REFERENCES normas(id),
    norma_b TEXT NOT NULL REFERENCES normas(id),
    dispositivo_a TEXT REFERENCES dispositivos(id),
    dispositivo_b TEXT REFERENCES dispositivos(id),
    relacao TEXT NOT NULL,
    pontuacao REAL,
    notas TEXT
);

-- Search and run ---------------------------------------------------------------------------------------------------

CREATE TABLE busca (
    ordem INTEGER PRIMARY KEY,
    dispositivo TEXT NOT NULL REFERENCES dispositivos(id),
    norma TEXT NOT NULL REFERENCES normas(id),
    titulos TEXT NOT NULL,
    texto TEXT NOT NULL,
    contexto TEXT NOT NULL
);

-- The keys of the words of the texts (accents folded, singular and plural joined): the numbers (dispositivos.ordem) of the
-- provisions whose own text has each, four bytes each, and how often, one byte each. Keys that begin with = are of names of
-- norms, and their numbers those of norms.
CREATE TABLE busca_radicais (
    radical TEXT PRIMARY KEY,
    lugares BLOB NOT NULL,
    vezes BLOB NOT NULL
);

CREATE TABLE busca_palavras (
    palavra TEXT PRIMARY KEY,
    forma TEXT NOT NULL,
    familia TEXT NOT NULL,
    dispositivos INTEGER NOT NULL
);

-- A number for each provision in order: where the subtree below it ends, its article, its norm, its kind, its length in words;
-- and for each norm the provision that sums it up.
CREATE TABLE busca_colunas (
    nome TEXT PRIMARY KEY,
    valores BLOB NOT NULL
);

CREATE TABLE busca_vetores (
    ordem INTEGER PRIMARY KEY REFERENCES busca(ordem),
    vetor BLOB NOT NULL
);

-- One row. coletado: the day by which the texts are taken to have been read; nothing depends on the day of a build.
CREATE TABLE acervo (
    coletado TEXT,
    base TEXT NOT NULL
);

-- The only table whose content differs between two builds of the same input.
CREATE TABLE execucoes (
    id INTEGER PRIMARY KEY,
    versao TEXT NOT NULL,
    acervo TEXT NOT NULL,
    inicio TEXT NOT NULL,
    segundos REAL NOT NULL
);
