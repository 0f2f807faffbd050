"""The JSON of commands and API: one record for each kind of answer, and the OpenAPI document made
from them.
"""
