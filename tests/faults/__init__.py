"""The seeded-fault suite: planted faults and healthy pairs that the dispatch finder is judged by."""
