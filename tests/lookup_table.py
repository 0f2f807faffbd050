"""Lookups as people and programs ask them, on the norms of the bundled corpus: query, status, id of
the norm, path.

The id is that of the norm found, or, where the corpus has it not, the one that the norm would have;
empty where nothing may be read. A path of several provisions has them joined by blanks.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One lookup and its right answer."""

    query: str
    status: int
    norm: str = ""
    path: str = ""


COARI = "coari-lei-340-1999"
DNC27 = "dnc-portaria-27-1996"
ANP297 = "anp-portaria-297-2003"
RES5 = "anp-resolucao-5-2008"
SETE = "sete-lagoas-lei-7061-2004"
VOTU = "votuporanga-lei-3459-2001"
GUARIBA = "guariba-lei-1992"

HELD = [
    Row("Portaria DNC 27/1996, art. 6º, I, c", 200, DNC27, "art6_cpt_inc1_ali3"),
    Row("Port. DNC 27/96", 200, DNC27),
    Row("port dnc nº 27/1996 art 6", 200, DNC27, "art6"),
    Row("Portaria nº 27/1996 do DNC", 200, DNC27),
    Row("portaria dnc 27 de 1996", 200, DNC27),
    Row("Portaria 27, de 16 de setembro de 1996, do Departamento Nacional de Combustíveis", 200, DNC27),
    Row("art. 7º da Portaria DNC nº 27, de 16 de setembro de 1996", 200, DNC27, "art7"),
    Row("Port. ANP nº 297/2003", 200, ANP297),
    Row("Portaria ANP 297, de 18.11.2003 - DOU 20.11.2003", 200, ANP297),
    Row("Portaria ANP nº 297, de 18/11/2003, DOU de 20/11/2003, art. 1º", 200, ANP297, "art1"),
    Row("Res. ANP 5/2008", 200, RES5),
    Row("resolucao anp 05/2008 art. 1", 200, RES5, "art1"),
    Row("Resolução nº 5/2008 da Agência Nacional do Petróleo", 200, RES5),
    Row("Resolução ANP nº 5, de 26.2.2008, art. 3", 200, RES5, "art3"),
    Row("Lei 340/1999 de Coari", 200, COARI),
    Row("lei 340/99 coari", 200, COARI),
    Row("Lei 340/1999 (Coari/AM)", 200, COARI),
    Row("Lei Municipal 340/1999 (Coari)", 200, COARI),
    Row("Lei nº 340/1999 - Coari - AM, art. 2º", 200, COARI, "art2"),
    Row("Coari, Lei 340/1999, art. 15, II", 200, COARI, "art15_cpt_inc2"),
    Row("Coari/AM - Lei nº 340/1999", 200, COARI),
    Row("Município de Coari, Lei nº 340/1999", 200, COARI),
    Row("art. 2º, III, da Lei 340/1999 de Coari", 200, COARI, "art2_cpt_inc3"),
    Row("inc. III do art. 2º da Lei nº 340, de 28 de janeiro de 1999, do Município de Coari", 200, COARI, "art2_cpt_inc3"),
    Row("lei trezentos e quarenta de mil novecentos e noventa e nove de coari", 200, COARI),
    Row("lei 7061/2004 sete lagoas art 3 VIII", 200, SETE, "art3_cpt_inc8"),
    Row("Lei 7.061/2004, de Sete Lagoas (MG), art. 3º, VIII", 200, SETE, "art3_cpt_inc8"),
    Row("L. 7.061/2004 de Sete Lagoas", 200, SETE),
    Row("lei municipal n. 7061/2004 sete lagoas mg", 200, SETE),
    Row("Lei 3459/2001 Votuporanga (SP)", 200, VOTU),
    Row("Lei nº 3.459/2001 - Votuporanga - SP, artigo primeiro", 200, VOTU, "art1"),
    Row("Lei 3.459/2001 do Município de Votuporanga/SP, artigo segundo", 200, VOTU, "art2"),
    Row("Votuporanga: lei 3459, de 2001", 200, VOTU),
    Row(COARI, 200, COARI),
    Row(COARI + "!art2_cpt_inc3", 200, COARI, "art2_cpt_inc3"),
    Row(COARI + "_art2_cpt_inc3", 200, COARI, "art2_cpt_inc3"),
    Row("/norma/" + COARI + "/art2_cpt_inc3", 200, COARI, "art2_cpt_inc3"),
    Row(COARI + ", art. 2º, III", 200, COARI, "art2_cpt_inc3"),
    Row("coari", 200, COARI),
    Row("dnc27 art. 6º, I", 200, DNC27, "art6_cpt_inc1"),
    Row("Lei s/nº de 1992 (Guariba)", 200, GUARIBA),
    Row("Lei s/nº de 1992 (Guariba/SP), art. 1º", 200, GUARIBA, "art1"),
    Row("Portaria DNC 27/1996, art. 6º, § 5º", 200, DNC27, "art6_par5"),
    Row("artigo sexto, inciso primeiro, alínea c, da Portaria DNC 27/1996", 200, DNC27, "art6_cpt_inc1_ali3"),
    Row("Portaria DNC nº 27/96, parágrafo quinto do artigo sexto", 200, DNC27, "art6_par5"),
    Row("Portaria ANP nº 297/2003, Anexo I", 200, ANP297, "anexo1"),
    Row("urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340!art2_cpt_inc3", 200, COARI, "art2_cpt_inc3"),
    Row("br;am:coari;lei;-;340;1999-01-28", 200, COARI),
    Row("arts. 1º e 2º da Portaria DNC 27/1996", 200, DNC27, "art1 art2"),
    Row("Portaria DNC 27/1996, arts. 1º a 3º", 200, DNC27, "art1 art2 art3"),
    Row("art. 2º, incisos I e III, da Lei 340/1999 de Coari", 200, COARI, "art2_cpt_inc1 art2_cpt_inc3"),
]  # fmt: skip

REFUSED = [
    Row("lei 340", 300, "lei-340"),
    Row("Lei nº 340", 300, "lei-340"),
    Row("portaria 27", 300, "portaria-27"),
    Row("Lei 340/1999 de Manaus", 404, "manaus-lei-340-1999"),
    Row("O Município de Manaus editou a Lei nº 340/1999", 400),
    Row("Lei 340/1998 de Coari", 300, "coari-lei-340-1998"),
    Row("Lei Federal nº 340/1999", 404, "br-lei-340-1999"),
    Row("Lei estadual 340/1999 do Amazonas", 404, "amazonas-lei-340-1999"),
    Row("Decreto 340/1999 de Coari", 404, "coari-decreto-340-1999"),
    Row("Portaria Inmetro 27/1996", 404, "inmetro-portaria-27-1996"),
    Row("dnc27 art. 99", 404, DNC27, "art99"),
    Row("Portraia ANP 297/2003", 404),
    Row("Resoluçao ANP 5/2008 artt. 3", 400),
    Row("coary", 404),
    Row("Lei 340/1999 de Coari xpto", 400),
    Row("xyzzy", 400),
    Row("", 400),
    Row("art. 5º", 400),
    Row("de", 400),
    Row("Lei 7061/2004 de Sete Quedas", 404, "sete-quedas-lei-7061-2004"),
    Row("a Lei 340/1999 não se aplica a Coari", 400),
    Row("revoga a Lei 340/1999 de Coari", 400),
    Row("Lei 340/1999 de Coari exceto art. 2º", 400),
    Row("art. 2º, exceto o inciso III, da Lei 340/1999 de Coari", 400),
    Row("art. 2º do Decreto que regulamenta a Lei 340/1999 de Coari", 400),
    Row("Lei 340/1999 de Coari, art. 2º-A", 404, COARI, "art2-1"),
    Row("Lei 340-A/1999 de Coari", 404, "coari-lei-340-a-1999"),
    Row("Lei Complementar 340/1999 de Coari", 300, "coari-lei-complementar-340-1999"),
    Row("Portaria CNP 27/1996", 404, "cnp-portaria-27-1996"),
    Row("Lei 3459/2001 (RJ)", 404),
    Row("Lei 340/1999 de Coari e Lei 3.459/2001", 400),
]  # fmt: skip

LAWS = [
    Row("Lei nº 8.666/93", 404, "br-lei-8666-1993"),
    Row("L. 8.666/1993", 404, "br-lei-8666-1993"),
    Row("lei 8666 de 1993 art. 24, II", 404, "br-lei-8666-1993", "art24_cpt_inc2"),
    Row("Lei Federal nº 8.666, de 21 de junho de 1993", 404, "br-lei-8666-1993"),
    Row("LC 101/2000", 404, "br-lei-complementar-101-2000"),
    Row("lc 101/2000, art. 42", 404, "br-lei-complementar-101-2000", "art42"),
    Row("Lei Complementar nº 95/1998", 404, "br-lei-complementar-95-1998"),
    Row("Dec.-Lei 5.452/43", 404, "br-decreto-lei-5452-1943"),
    Row("Dec Lei 5452/1943", 404, "br-decreto-lei-5452-1943"),
    Row("DL 200/67", 404, "br-decreto-lei-200-1967"),
    Row("Decreto-Lei nº 2.848, de 7 de dezembro de 1940", 404, "br-decreto-lei-2848-1940"),
    Row("Dec. 10.024/2019", 404, "br-decreto-10024-2019"),
    Row("Decreto Federal 7.217/2010", 404, "br-decreto-7217-2010"),
    Row("MP 2.200-2/2001", 404, "br-mp-2200-2-2001"),
    Row("Medida Provisória nº 2.158-35, de 2001", 404, "br-mp-2158-35-2001"),
    Row("EC 45/2004", 404, "br-emenda-constitucional-45-2004"),
    Row("ec 103/2019 art. 1", 404, "br-emenda-constitucional-103-2019", "art1"),
    Row("Lei nº 10, de 3 de maio de 1990, do Estado do Amazonas", 404, "amazonas-lei-10-1990"),
    Row("Lei Estadual 6.374/1989 (SP)", 404, "sao-paulo-lei-6374-1989"),
    Row("lei estadual 6374/89 - SP, art. 2", 404, "sao-paulo-lei-6374-1989", "art2"),
    Row("br-lei-8666-1993", 404, "br-lei-8666-1993"),
    Row("amazonas-lei-10-1990", 404, "amazonas-lei-10-1990"),
    Row("Lei do Estado de São Paulo nº 6.374/1989", 404, "sao-paulo-lei-6374-1989"),
    Row("Lei nº 13.105, de 16 de março de 2015", 404, "br-lei-13105-2015"),
]  # fmt: skip

CODES = [
    Row("CLT", 404, "br-decreto-lei-5452-1943"),
    Row("clt art. 477", 404, "br-decreto-lei-5452-1943", "art477"),
    Row("CF", 404, "br-constituicao-1988"),
    Row("CF/88", 404, "br-constituicao-1988"),
    Row("cf/1988 art. 5", 404, "br-constituicao-1988", "art5"),
    Row("art. 5º, inc. XXXV, CF/88", 404, "br-constituicao-1988", "art5_cpt_inc35"),
    Row("art. 37 da Constituição", 404, "br-constituicao-1988", "art37"),
    Row("Constituição Federal, art. 37, caput", 404, "br-constituicao-1988", "art37_cpt"),
    Row("art. 37, XXI, da CF", 404, "br-constituicao-1988", "art37_cpt_inc21"),
    Row("CRFB/88", 404, "br-constituicao-1988"),
    Row("CC", 404, "br-lei-10406-2002"),
    Row("CC/2002", 404, "br-lei-10406-2002"),
    Row("CC/1916", 404, "br-lei-3071-1916"),
    Row("art. 186 do CC", 404, "br-lei-10406-2002", "art186"),
    Row("CP, art. 121", 404, "br-decreto-lei-2848-1940", "art121"),
    Row("CPP", 404, "br-decreto-lei-3689-1941"),
    Row("CPC/2015", 404, "br-lei-13105-2015"),
    Row("CPC/73", 404, "br-lei-5869-1973"),
    Row("NCPC art. 300", 404, "br-lei-13105-2015", "art300"),
    Row("CDC art. 6", 404, "br-lei-8078-1990", "art6"),
    Row("CTN, art. 150, § 4º", 404, "br-lei-5172-1966", "art150_par4"),
    Row("Código Civil, art. 186", 404, "br-lei-10406-2002", "art186"),
    Row("código de defesa do consumidor", 404, "br-lei-8078-1990"),
    Row("ADCT, art. 10", 404, "br-adct-1988", "art10"),
]  # fmt: skip

AGENCIES = [
    Row("IN RFB 1.700/2017", 404, "rfb-instrucao-normativa-1700-2017"),
    Row("in rfb 1700/2017", 404, "rfb-instrucao-normativa-1700-2017"),
    Row("RDC 216/2004", 404, "resolucao-216-2004"),
    Row("RDC ANVISA 216/2004", 404, "anvisa-resolucao-216-2004"),
    Row("Resolução RDC nº 216/2004 da Anvisa", 404, "anvisa-resolucao-216-2004"),
    Row("Resolução Conama 237/97", 404, "conama-resolucao-237-1997"),
    Row("Res. CONAMA nº 237/1997, art. 2º", 404, "conama-resolucao-237-1997", "art2"),
    Row("Resolução Contran nº 432/2013", 404, "contran-resolucao-432-2013"),
    Row("Portaria Inmetro nº 225/2009", 404, "inmetro-portaria-225-2009"),
    Row("Portaria MTb nº 3.214/1978", 404, "mte-portaria-3214-1978"),
    Row("Convênio ICMS 57/95", 404, "confaz-icms-convenio-57-1995"),
    Row("Port. MS 2.914/2011", 404, "ms-portaria-2914-2011"),
]  # fmt: skip

STANDARDS = [
    Row("NBR 15514", 404, "abnt-nbr-15514"),
    Row("ABNT NBR 15514:2007", 404, "abnt-nbr-15514-2007"),
    Row("nbr 15.514", 404, "abnt-nbr-15514"),
    Row("NR 23", 404, "br-nr-23"),
    Row("NR-13", 404, "br-nr-13"),
]  # fmt: skip

ROWS = [*HELD, *REFUSED, *LAWS, *CODES, *AGENCIES, *STANDARDS]
