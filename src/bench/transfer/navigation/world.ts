/** Sites of a company: pages with menus, buttons and forms, and the tasks that are done on them. */
import type { Random } from '../../controlled/random.js'
import type { World } from '../../controlled/types.js'

/** A page, and what is on it. */
export type Page = {
  page: string
  site: string
  menu: string
  header_button: string
  form: string
  form_fields: string[]
}

/** How a task is done. */
export type Guide = {
  task: string
  site: string
  steps: string[]
}

/** What the tools look things up in. The guide of a task stands at the place of its page. */
export type NavigationData = {
  pages: Page[]
  guides: Guide[]
}

const makes = ['North', 'South', 'River', 'Stone', 'Amber', 'Cedar', 'Falcon', 'Harbor', 'Lumen', 'Orchid', 'Pioneer', 'Quartz']
const kinds = ['desk', 'hub', 'works', 'portal', 'base', 'line']
const subjects = ['Invoices', 'Suppliers', 'Incidents', 'Contracts', 'Timesheets', 'Shipments', 'Warranties', 'Vacancies', 'Assets', 'Refunds', 'Surveys', 'Permits']
const periods = ['Monthly', 'Weekly', 'Yearly', 'Open', 'Archived', 'Regional', 'Internal', 'Recent']
const forms = ['Request Form', 'Change Form', 'Closing Form', 'Review Form', 'Transfer Form', 'Approval Form']
const tasks = ['Quarter Closing', 'Quarter Opening', 'Vendor Onboarding', 'Vendor Offboarding', 'Outage Handover', 'Outage Escalation', 'Badge Renewal', 'Badge Revocation',
  'Ledger Cleanup', 'Ledger Rollover', 'Price Rollout', 'Price Rollback']

/** What of a page can be remembered wrongly. */
export const details = ['header_button', 'menu', 'form_fields'] as const
/** What of a page can be remembered wrongly. */
export type Detail = (typeof details)[number]

/** Labels in pairs that are easy to mistake for each other; a world has one of each pair. */
const twins: Readonly<Record<Detail, readonly (readonly [string, string])[]>> = {
  header_button: [
    ['Attach Private Note', 'Add Private Note'], ['Export Table', 'Export Selection'], ['Save Draft', 'Save Copy'], ['Send Reminder', 'Send Notice'], ['Submit Batch', 'Submit Entry'],
    ['Print Label', 'Print Summary'], ['Assign Owner', 'Assign Group'], ['Merge Entries', 'Merge Owners'], ['Lock Period', 'Lock Folder'], ['Share Link', 'Share Board'],
  ],
  menu: [['Billing', 'Budgets'], ['Records', 'Registers'], ['Planning', 'Planner'], ['Operations', 'Organisation'], ['Library', 'Lists']],
  form_fields: [
    ['Cost Center', 'Cost Code'], ['Contact Name', 'Contact Group'], ['Due Week', 'Due Month'], ['Desk Class', 'Desk Queue'], ['Risk Level', 'Risk Owner'], ['Branch Office', 'Branch Region'],
  ],
}

/** The label that is mistaken for another one. @throws RangeError for a label of no pair */
export function twinOf(detail: Detail, label: string): string {
  const twin = twins[detail].flatMap(([one, other]) => (one === label ? [other] : other === label ? [one] : []))[0]
  if (twin === undefined) throw new RangeError(`${label} has no twin`)
  return twin
}

/** Two sites with alike names, eight pages in four pairs of alike names, and a task on each page. */
export function navigationWorld(random: Random): World<'navigation'> & { data: NavigationData } {
  const make = random.pick(makes)
  const sites = random.sample(kinds, 2).map((kind) => `${make}${kind}`)
  const names = random.sample(subjects, 4).flatMap((subject) => random.sample(periods, 2).map((period) => `${period} ${subject}`))
  const labels = (detail: Detail): string[] => random.shuffle(twins[detail]).map((pair) => random.pick(pair))
  const [buttons, menus, fields] = [labels('header_button'), labels('menu'), labels('form_fields')]
  const pages = names.map((page, at): Page => ({
    page, site: sites[at % sites.length] ?? '', menu: random.pick(menus), header_button: buttons[at] ?? '', form: random.pick(forms),
    form_fields: random.sample(fields, 2),
  }))
  const titles = random.sample(tasks, pages.length)
  const guides = pages.map(({ page, site, menu, header_button, form_fields }, at): Guide => ({
    task: titles[at] ?? '', site, steps: [`open ${menu}`, `choose ${page}`, ...form_fields.map((field) => `fill in ${field}`), `press ${header_button}`],
  }))
  return { domain: 'navigation', data: { pages, guides } }
}
