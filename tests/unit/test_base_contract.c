/* SPDX-License-Identifier: MIT */
/* Models of other versions of the contract. Memory has exactly the size that a model tells. */
#include "base/contract.h"
#include "testing.h"
#include <stdlib.h>
#include <string.h>

TEST(a_model_of_this_version_is_taken_as_it_is)
{
    saltus_model m = {.abi = SALTUS_ABI, .name = "m"}, room;
    CHECK(contract_fits(&m));
    CHECK(contract_complete(&m, &room) == &m);
}

TEST(other_versions_are_refused)
{
    saltus_model m = {.abi = SALTUS_ABI + ((uint64_t)1 << 48)};
    CHECK(!contract_fits(&m));
    m.abi = SALTUS_ABI + ((uint64_t)1 << 32);
    CHECK(!contract_fits(&m));
    m.abi = SALTUS_ABI + sizeof(void *);
    CHECK(!contract_fits(&m));
    m.abi = SALTUS_ABI - sizeof m;
    CHECK(!contract_fits(&m));
    m.abi = 6; /* before versions had a minor number */
    CHECK(!contract_fits(&m));
}

TEST(what_an_older_model_lacks_is_null)
{
    size_t size = offsetof(saltus_model, degree);
    saltus_model *m = calloc(1, size), room;
    const saltus_model *whole;
    uint64_t abi = SALTUS_ABI - sizeof *m + size;
    const char *name = "older";
    memset(&room, 0xff, sizeof room);
    memcpy(m, &abi, sizeof abi);
    memcpy((char *)m + offsetof(saltus_model, name), &name, sizeof name);
    whole = contract_complete(m, &room);
    CHECK(whole == &room && whole->name == name && !whole->engine);
    CHECK(!whole->degree && !whole->loops);
    free(m);
}

TEST_MAIN()
