/** One open database for all tenants of a benchmark: connections stay warm, and commits do not wait for the disk. */
import { openStore, type Emend, type OpenOptions, type Store } from '../../index.js'

interface Shared {
  /** Keeps an embedded server running. */
  server: Store
  store: Store
}

interface Held {
  shared: Promise<Shared>
  count: number
}

const held = new Map<string, Held>()

/**
 * Open a tenant as `openEmend` does, over connections that all tenants of this process share. What a benchmark writes is thrown away,
 * so a commit is not waited for. Closing the last tenant closes the connections, unless somebody holds them.
 *
 * @throws EmendError what `openStore` and `tenant` throw
 */
export async function openShared({ databaseUrl, home, tenant = 'bench', ...options }: OpenOptions): Promise<Emend> {
  const { shared, release } = await take(databaseUrl, home)
  try {
    const opened = await shared.store.tenant(tenant, options)
    return { ...opened, close: release }
  } catch (error) {
    await release()
    throw error
  }
}

/** Keep the connections open between tenants. @returns what lets go of them */
export async function holdStore(databaseUrl?: string): Promise<() => Promise<void>> {
  return (await take(databaseUrl, undefined)).release
}

async function take(databaseUrl: string | undefined, home: string | undefined): Promise<{ shared: Shared; release(): Promise<void> }> {
  const key = `${databaseUrl ?? ''} ${home ?? ''}`
  const own = held.get(key) ?? { shared: connect(databaseUrl, home), count: 0 }
  held.set(key, own)
  own.count++
  let isOpen = true
  const release = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    own.count--
    if (own.count > 0) return
    held.delete(key)
    const { server, store } = await own.shared
    await store.close()
    await server.close()
  }
  try {
    return { shared: await own.shared, release }
  } catch (error) {
    own.count--
    held.delete(key)
    throw error
  }
}

async function connect(databaseUrl: string | undefined, home: string | undefined): Promise<Shared> {
  const server = await openStore({ ...databaseUrl === undefined ? {} : { databaseUrl }, ...home === undefined ? {} : { home } })
  try {
    const url = new URL(server.databaseUrl)
    url.searchParams.set('options', [url.searchParams.get('options'), '-c synchronous_commit=off'].filter(Boolean).join(' '))
    return { server, store: await openStore({ databaseUrl: url.href }) }
  } catch (error) {
    await server.close()
    throw error
  }
}
