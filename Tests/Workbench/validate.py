# SPDX-License-Identifier: Apache-2.0
#
# Holds documents against a JSON Schema: reads {"schema": …, "documents": ["…", …]} from standard input, and writes a list
# with null for each document that is valid, and [path, messages] for each that is not: the place of the best error, and
# all that is said of that place.

import json
import sys

from jsonschema import Draft7Validator
from jsonschema.exceptions import best_match

job = json.load(sys.stdin)
Draft7Validator.check_schema(job["schema"])
validator = Draft7Validator(job["schema"])
verdicts = []
for text in job["documents"]:
    errors = list(validator.iter_errors(json.loads(text)))
    if errors:
        place = best_match(errors).absolute_path
        messages = sorted(error.message for error in errors if error.absolute_path == place)
        verdicts.append(["".join(f"/{step}" for step in place), "; ".join(messages)])
    else:
        verdicts.append(None)
json.dump(verdicts, sys.stdout)
