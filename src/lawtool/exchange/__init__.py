"""Norms in the formats that other systems read: Akoma Ntoso, JSON-LD, records for citing a norm."""
