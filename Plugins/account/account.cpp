// SPDX-License-Identifier: Apache-2.0
//
// A module whose instances are bank accounts. Its business actions are nothing but business: they check no permission,
// write no log and measure no time, and when they throw in the midst of their work they leave it as it is. All of that
// is woven around them by Examples/account.json.
//
// It shows instances in C++, an exception that becomes a failed call, and a hook that is around a call: its before
// remembers the balance, its after brings it back if the call has failed.
#include <heddle/module.h>

#include <cstring>
#include <stdexcept>

HEDDLE_MODULE("account", "1.0.0")
HEDDLE_NEEDS("heddle.host")

HEDDLE_SETTING("The money that the account begins with.", int64_t balance = 0)
HEDDLE_INSTANCE(account, account_create, account_destroy)
HEDDLE_ACTION(_Tags_(business) void, deposit, _Self_ account *self, int64_t amount)
HEDDLE_ACTION(_Tags_(business) void, withdraw, _Self_ account *self, int64_t amount)
HEDDLE_ACTION(_Tags_(business) int64_t, fee, _Self_ account *self, int64_t amount)
HEDDLE_ACTION(int64_t, balance, _Self_ account *self)
HEDDLE_HOOK(transaction)

struct account {
    int64_t balance;
};

account *account_create(const heddle_config *config) {
    return new account{heddle->config_integer(config, "balance", 0)};
}

void account_destroy(account *self) { delete self; }

void deposit(account *self, int64_t amount) { self->balance += amount; }

// Takes the money, and only then finds that there is too little.
void withdraw(account *self, int64_t amount) {
    self->balance -= amount;
    if (self->balance < 0) {
        throw std::runtime_error("the account has too little money");
    }
}

// The bank keeps a tenth.
int64_t fee(account *, int64_t amount) { return amount / 10; }

int64_t balance(account *self) { return self->balance; }

// A hook may be put around any action: one without an account has nothing to roll back.
static bool has_account(const heddle_call *call) {
    return call->action->count > 0 && std::strcmp(call->action->parameters[0].text, "account *") == 0;
}

// Around an action of an account, whose first argument is the account.
void transaction(heddle_call *call) {
    if (!has_account(call)) {
        heddle->fail("noAccount", "the first argument is no account");
        return;
    }
    auto *self = *static_cast<account *const *>(call->arguments[0]);
    if (call->position == HEDDLE_BEFORE) {
        call->state = new int64_t{self->balance};
        return;
    }
    auto *remembered = static_cast<int64_t *>(call->state);
    if (call->status == HEDDLE_FAILED) {
        self->balance = *remembered;
        heddle->log(HEDDLE_INFO, "rolled back");
    } else {
        heddle->log(HEDDLE_INFO, "committed");
    }
    delete remembered;
}
