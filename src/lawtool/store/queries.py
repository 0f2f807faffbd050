"""What the reader asks the database, in SQL."""

from __future__ import annotations

KNOWN_IDS = """
SELECT f.arquivo, coalesce(f.sha256, ''), n.id FROM normas n JOIN fontes f ON f.id = n.fonte
 WHERE n.no_acervo ORDER BY n.ordem
"""
RESOLVE = """
SELECT id FROM normas WHERE id = ?1 AND no_acervo
UNION ALL SELECT norma FROM apelidos WHERE apelido = ?1 LIMIT 1
"""
NAMES = "SELECT apelido FROM apelidos UNION SELECT id FROM normas WHERE no_acervo"
SUMMARIES = """
SELECT n.id AS slug, n.nome AS name, n.ementa, n.especie AS species, n.numero AS number,
       n.ano AS year, n.data AS date,
       n.autoridade AS authority, f.arquivo AS source
  FROM normas n JOIN fontes f ON f.id = n.fonte WHERE no_acervo ORDER BY n.ordem
"""
NORMA = """
SELECT n.*, o.titulo, o.orgaos, o.inicio, o.fim, o.linha_inicial, o.linha_final
  FROM normas n JOIN normas_origem o ON o.norma = n.id
"""
PIECES = """
SELECT s.dispositivo, s.tipo, s.inicio, s.fim FROM dispositivos d
  JOIN segmentos s ON s.dispositivo = d.id WHERE d.norma = ? ORDER BY s.inicio
"""
FURNITURE = """
SELECT inicio, fim FROM segmentos
 WHERE fonte = ? AND tipo NOT IN ('rotulo', 'texto', 'desconhecido', 'perdido', 'other-matter')
 ORDER BY inicio
"""
EVENT_ROWS = """
SELECT * FROM eventos WHERE norma_afetada = ?1 OR norma_agente = ?1 OR norma = ?1 ORDER BY id
"""
KIN = """
SELECT r.origem, r.destino, r.pontuacao, r.evidencia,
       coalesce(a.data, a.ano || '-12-31') > coalesce(b.data, b.ano || '-12-31') IS TRUE
       AND r.tipo = 'copia'
  FROM relacoes r JOIN normas a ON a.id = r.origem JOIN normas b ON b.id = r.destino
 WHERE r.metodo = 'detected' AND (?1 IS NULL OR r.origem = ?1 OR r.destino = ?1)
 ORDER BY r.pontuacao DESC, r.origem, r.destino
"""
COVERAGE = """
SELECT total(caracteres), total(dispositivos), total(mobiliario), total(desconhecidos),
       total(perdidos) FROM cobertura
"""
NEWEST = """
SELECT max(dia) FROM (SELECT data AS dia FROM normas UNION ALL SELECT publicacao FROM normas)
 WHERE dia BETWEEN '1808' AND '2101'
"""
PROVISION_COUNTS = """
SELECT n.id AS norm, count(d.id) AS provisions
  FROM normas n LEFT JOIN dispositivos d
    ON d.norma = n.id AND d.tipo IN ('artigo', 'paragrafo', 'inciso', 'alinea', 'item')
 WHERE n.no_acervo GROUP BY n.id
"""
PROBLEM_COUNTS = """
SELECT norma AS norm, codigo AS code, count(*) AS count FROM problemas
 WHERE norma IS NOT NULL GROUP BY norma, codigo
"""
PROBLEM_FILES = """
SELECT coalesce(arquivo, mensagem) FROM problemas p LEFT JOIN fontes f ON f.id = p.fonte
 WHERE codigo = ?
"""
PROBLEM_ROWS = """
SELECT * FROM problemas
 WHERE (?1 IS NULL OR norma = ?1) AND ?2 IN ('', codigo) AND ?3 IN ('', gravidade) ORDER BY id
"""
PROBLEM_RECORDS = """
SELECT p.codigo AS code, p.gravidade AS severity, p.mensagem AS message, f.arquivo AS source,
       p.norma AS norm,
       p.dispositivo AS path, coalesce(p.linha, 0) AS line, p.inicio AS start, p.fim AS "end"
  FROM problemas p LEFT JOIN fontes f ON f.id = p.fonte
 WHERE ?1 IN ('', p.codigo) AND ?2 IN ('', p.gravidade) ORDER BY p.id
"""
QUANTITY_ROWS = """
SELECT q.*, f.arquivo, d.texto AS dispositivo_texto, p.texto AS pai_texto
  FROM quantidades q JOIN fontes f ON f.id = q.fonte
  LEFT JOIN dispositivos d ON d.id = q.dispositivo LEFT JOIN dispositivos p ON p.id = d.pai
 WHERE (?1 IS NULL OR q.norma = ?1) AND ?2 IN ('', q.papel) AND ?3 IN ('', q.unidade)
 ORDER BY q.id
"""
TERM_ROWS = """
SELECT t.*, f.arquivo FROM termos t JOIN fontes f ON f.id = t.fonte
 WHERE (?1 IS NULL OR t.norma = ?1) AND ?2 IN ('', t.tipo) ORDER BY t.id
"""
# Furniture has no decision of a person and no id. It was taken out of a text only where it
# interrupts one: the letterhead above the first node of a norm stays what it is, its issuer.
AUDIT_ROWS = """
WITH begin AS (
  SELECT n.fonte, n.id AS norma, min(d.inicio) AS inicio, o.fim
    FROM normas n JOIN normas_origem o ON o.norma = n.id
    JOIN dispositivos p ON p.norma = n.id JOIN dispositivos_origem d ON d.dispositivo = p.id
   WHERE d.fim > d.inicio GROUP BY n.id
)
SELECT c.id, c.norma AS norm, c.dispositivo AS path, c.fonte, f.arquivo AS source,
       coalesce(c.linha, 0) AS line, c.inicio AS start, c.fim AS "end", c.antes AS before,
       c.depois AS after, c.regra AS rule, coalesce(c.evidencia, '') AS evidence,
       c.decisao AS decision
  FROM correcoes c JOIN fontes f ON f.id = c.fonte
 WHERE (?1 IS NULL OR norm = ?1) AND ?2 IN ('', decision) AND ?3 IN ('', rule)
UNION ALL
SELECT '', b.norma AS norm, NULL, s.fonte, f.arquivo, coalesce(s.linha, 0), s.inicio, s.fim,
       NULL, '',
       'furniture-' || s.tipo AS rule, coalesce(s.evidencia, ''), 'auto' AS decision
  FROM segmentos s JOIN fontes f ON f.id = s.fonte
  JOIN begin b ON b.fonte = s.fonte AND s.inicio >= b.inicio AND s.inicio < b.fim
 WHERE s.tipo NOT IN ('rotulo', 'texto', 'desconhecido', 'perdido')
   AND (?1 IS NULL OR norm = ?1) AND ?2 IN ('', decision) AND ?3 IN ('', rule)
 ORDER BY source, start, "end", rule
"""
