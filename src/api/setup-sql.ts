/** What a database administrator runs once, so that nothing else needs one. */
import { z } from 'zod'
import { EmendError } from '../errors.js'
import { keyRoles } from '../vocabulary.js'
import { checkOptions } from './context.js'
import { quoteName } from './quote-name.js'

/** Names to be used. */
export interface SetupOptions {
  /** Login that migrates and owns the tables; default `emend_owner`. */
  owner?: string
  /** Login of workers and servers; default `emend_app`. */
  service?: string
  /** Default `emend`. */
  database?: string
}

const name = z.string().refine((text) => /^[^\p{C}$]+$/u.test(text) && Buffer.byteLength(text) <= 63, 'a name here has 1 to 63 bytes, and neither $ nor line ends')
const schema = z.strictObject({ owner: name.optional(), service: name.optional(), database: name.optional() })
const roles = keyRoles.map((role) => `emend_${role}`)

/**
 * The SQL that makes roles, logins, database and extension, for psql. It needs CREATEROLE and CREATEDB and no superuser; what is there
 * already stays. Passwords are left to the administrator.
 *
 * @throws EmendError `bad_item` for what is no name, and when two of the names are the same
 */
export function setupSql(options: SetupOptions = {}): string {
  const { owner = 'emend_owner', service = 'emend_app', database = 'emend' } = checkOptions(schema, 'setupSql', options)
  const all = [...roles, 'emend_service', owner, service]
  if (new Set(all).size < all.length) throw new EmendError('bad_item', `setupSql: owner, service and the roles ${all.slice(0, 6).join(', ')} are different ones`)
  return `-- Run once, connected as an administrator of the server to any of its databases. CREATEROLE and CREATEDB are enough.
do $$
declare
  r text;
begin
  -- what a login may do, and emend_service, whose members work for every tenant
  foreach r in array array[${[...roles, 'emend_service'].map(literal).join(', ')}] loop
    if not exists (select from pg_roles where rolname = r) then
      execute format('create role %I nologin', r);
    end if;
  end loop;
  -- the owner of the tables, for migrations only, and what workers and servers connect as
  foreach r in array array[${[owner, service].map(literal).join(', ')}] loop
    if not exists (select from pg_roles where rolname = r) then
      execute format('create role %I login', r);
    end if;
  end loop;
end $$;
grant emend_service, ${roles.join(', ')} to ${quoteName(owner)}, ${quoteName(service)};

-- leave this line out where the database is there already
create database ${quoteName(database)};
revoke all on database ${quoteName(database)} from public;
grant connect, create on database ${quoteName(database)} to ${quoteName(owner)};
grant connect on database ${quoteName(database)} to emend_service, ${roles.join(', ')};

\\connect ${quoteName(database)}
create extension if not exists pg_trgm with schema public;

-- Then give both a password, with \\password ${quoteName(owner)} and \\password ${quoteName(service)}; migrate as the owner, work as the other.
`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
