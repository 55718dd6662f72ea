// SPDX-License-Identifier: Apache-2.0

int act(int number);
int act(int number) { return number / 2; }
