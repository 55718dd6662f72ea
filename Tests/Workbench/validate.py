# SPDX-License-Identifier: Apache-2.0
#
# Holds documents against a JSON Schema: reads {"schema": …, "documents": ["…", …]} from standard input, and writes a list
# with null for each document that is valid, and [path, message] of the best error for each that is not.

import json
import sys

from jsonschema import Draft7Validator
from jsonschema.exceptions import best_match

job = json.load(sys.stdin)
Draft7Validator.check_schema(job["schema"])
validator = Draft7Validator(job["schema"])
verdicts = []
for text in job["documents"]:
    error = best_match(validator.iter_errors(json.loads(text)))
    if error is None:
        verdicts.append(None)
    else:
        path = "".join(f"/{step}" for step in error.absolute_path)
        verdicts.append([path, error.message])
json.dump(verdicts, sys.stdout)
