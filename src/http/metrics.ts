/** What Prometheus asks for: numbers of this process's requests, and of all tenants of the database together. */
import { Gauge, Histogram, Registry } from 'prom-client'
import type { ServiceMetric, Store } from '../index.js'

/** Numbers of one server. */
export interface Metrics {
  /** A request was answered. */
  observe(request: { method: string; route: string; status: number; seconds: number }): void
  /** In the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

/** What each number is; the names are those of `emend.service_metrics`. */
const described: Record<string, string> = {
  faults: 'Faults by state; open ones wait for a repair.',
  repairs: 'Repairs by the last commit boundary that they passed.',
  queue_oldest_seconds: 'Age of the oldest open fault or unfinished repair that waits for nobody.',
  model_calls: 'Calls of models so far, by purpose, failed ones included.',
  model_tokens: 'Tokens so far, as endpoints counted them.',
  affected_nodes: 'Quantiles of the affected set over the repairs that were planned within the last day.',
  replay_ratio: 'Steps replayed per affected step, over the repairs that were planned within the last day.',
}

/** The sums are read from the database at most this often, in milliseconds. */
const keptMs = 5_000

/** Make the numbers of a server. */
export function serverMetrics(store: Store): Metrics {
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'emend_http_request_duration_seconds', help: 'Time to the end of the answer, by route and status.', labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], registers: [registry],
  })
  const isUp = new Gauge({ name: 'emend_database_up', help: '1 when the database answered this look, else 0; then the sums are those of the last one.', registers: [registry] })
  const gauges = new Map<string, Gauge>()
  let read: { at: number; sums: Promise<ServiceMetric[]> } | undefined

  async function refresh(): Promise<void> {
    if (!read || read.at < Date.now() - keptMs) {
      const sums = store.metrics()
      read = { at: Date.now(), sums }
      sums.catch(() => { read = undefined })
    }
    for (const { name, labels, value } of await read.sums) {
      const gauge = gauges.get(name) ?? new Gauge({
        name: `emend_${name}`, help: described[name] ?? name, labelNames: Object.keys(labels), registers: [registry],
      })
      gauges.set(name, gauge)
      gauge.set(labels, value)
    }
  }
  return {
    observe: ({ method, route, status, seconds: took }) => seconds.observe({ method, route, status }, took),
    async text() {
      await refresh().then(() => isUp.set(1), () => isUp.set(0))
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
