/** Kysely's dialect for Postgres, whose transactions begin with a tenant and a role. */
import { CompiledQuery, PostgresDialect, PostgresDriver, type DatabaseConnection, type Driver } from 'kysely'
import type pg from 'pg'

/** Opens its transactions with statements of its own, in the round trip of `begin`. */
class ScopedDriver extends PostgresDriver {
  readonly #begin: CompiledQuery

  constructor(pool: pg.Pool, begin: string) {
    super({ pool })
    this.#begin = CompiledQuery.raw(begin)
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#begin)
  }
}

/** A dialect over a pool; `begin` is sent in the place of the statement begin, and starts with it. */
export class ScopedDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #begin: string

  constructor(pool: pg.Pool, begin: string) {
    super({ pool })
    this.#pool = pool
    this.#begin = begin
  }

  override createDriver(): Driver {
    return new ScopedDriver(this.#pool, this.#begin)
  }
}
