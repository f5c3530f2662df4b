/** Sites of a company: pages with menus, buttons and forms, and the guides that say how things are done on them. */
import type { Random } from '../../controlled/random.js'
import type { World } from '../../controlled/types.js'

/** A page, and what is on it. */
export type Page = {
  page: string
  site: string
  menu: string
  header_button: string
  form: string
  form_field: string
}

/** How something is done. */
export type Guide = {
  task: string
  site: string
  steps: string[]
}

/** What the tools of a guide look things up in. */
export type NavigationData = {
  pages: Page[]
  guides: Guide[]
}

const makes = ['North', 'South', 'River', 'Stone', 'Amber', 'Cedar', 'Falcon', 'Harbor', 'Lumen', 'Orchid', 'Pioneer', 'Quartz']
const kinds = ['desk', 'hub', 'works', 'portal', 'base', 'line']
const subjects = ['Invoices', 'Suppliers', 'Incidents', 'Contracts', 'Timesheets', 'Shipments', 'Warranties', 'Vacancies', 'Assets', 'Refunds', 'Surveys', 'Permits']
const periods = ['Monthly', 'Weekly', 'Yearly', 'Open', 'Closed', 'Archived', 'Regional', 'Internal']
const menus = ['Billing', 'Records', 'Service', 'Planning', 'Reports', 'Administration', 'Operations', 'Library']
const fields = ['Cost Center', 'Cost Code', 'Contact Name', 'Contact Group', 'Due Week', 'Due Month', 'Ticket Class', 'Ticket Queue', 'Risk Level', 'Risk Owner', 'Branch Office', 'Branch Region']
const forms = ['Request', 'Change', 'Closing', 'Review', 'Transfer', 'Approval']

/** Buttons whose labels are easy to mistake for each other. */
const twins: readonly (readonly [string, string])[] = [
  ['Attach Private Note', 'Add Private Note'], ['Export Table', 'Export Selection'], ['Save Draft', 'Save Copy'], ['Send Reminder', 'Send Notice'],
  ['Submit Review', 'Submit Batch'], ['Print Label', 'Print Summary'], ['Assign Owner', 'Assign Group'], ['Merge Entries', 'Merge Owners'],
  ['Lock Period', 'Lock Ledger'], ['Start Audit', 'Start Approval'], ['Share Link', 'Share Board'], ['Close Batch', 'Close Ledger'],
]

/** The other label of a pair, or undefined for a label of no pair. */
export function twinButton(label: string): string | undefined {
  const pair = twins.find((one) => one.includes(label))
  return pair?.find((one) => one !== label)
}

/** Fields in pairs as well: the one that is mistaken for a given one. */
export function twinField(label: string): string | undefined {
  const at = fields.indexOf(label)
  return at < 0 ? undefined : fields[at % 2 === 0 ? at + 1 : at - 1]
}

/** Two sites with alike names, eight pages in four pairs of alike names, and a guide for each page. */
export function navigationWorld(random: Random): World<'navigation'> & { data: NavigationData } {
  const make = random.pick(makes)
  const sites = random.sample(kinds, 2).map((kind) => `${make}${kind}`)
  const buttons = random.shuffle(twins.map((pair) => random.pick(pair)))
  const labels = random.shuffle(fields)
  const places = random.sample(menus, 4)
  const pages = random.sample(subjects, 4).flatMap((subject, at) => random.sample(periods, 2).map((period, twin): Page => ({
    page: `${period} ${subject}`, site: sites[twin % sites.length] ?? '', menu: places[(at + twin) % places.length] ?? '',
    header_button: buttons[(at * 2 + twin) % buttons.length] ?? '', form: `${random.pick(forms)} Form`, form_field: labels[at * 2 + twin] ?? '',
  })))
  const guides = pages.map(({ page, site, menu, header_button, form_field }, at): Guide => ({
    task: `${taskVerbs[at % taskVerbs.length] ?? ''} ${page}`, site,
    steps: [`open ${menu}`, `choose ${page}`, `fill in ${form_field}`, `press ${header_button}`],
  }))
  return { domain: 'navigation', data: { pages, guides } }
}

const taskVerbs = ['Finish', 'Hand Over', 'Release', 'Check']
