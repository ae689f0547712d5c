/** The tags of the OpenAPI document in the order of the reference page. A path belongs to the first pattern that matches it. */
const SUBJECTS: readonly { name: string; description: string; paths: RegExp }[] = [
  {
    name: 'Sign-in and account',
    description: 'Tokens, registration, passwords and invitations.',
    paths: /^\/(oauth|captcha|accounts|register|password-reset|invitations)\b/,
  },
  { name: 'Offline devices', description: 'What the app stores on a device, and how it sends operations.', paths: /^\/sync\b/ },
  {
    name: 'Telemetry',
    description: 'Devices on machines, their events and read-outs, and commands to them.',
    paths:
      /^\/(telemetry|devices|audits|debugger)\b|^\/machines\/(:id\/)?(devices|mdb-devices|coin-acceptor|commands|restart|credits|audits)\b/,
  },
  {
    name: 'Stock',
    description: 'Stock levels, restocks, counts and write-offs.',
    paths: /\/(inventory|restock|voids|stock-points)\b|^\/visits\b/,
  },
  {
    name: 'Slots',
    description: 'Slots and ingredients of machines, proposals for them, and planogram templates.',
    paths: /^\/machines\/:id\/(slots|ingredients|planogram|proposals)\b|^\/planogram-templates\b/,
  },
  {
    name: 'Problems and photos',
    description: 'Problems that people report at machines, and photos.',
    paths: /^\/(issues|photos|company\/photos)\b|^\/machines\/:id\/(problems|photos)\b/,
  },
  {
    name: 'Machines',
    description: 'Machines and their groups, payment methods of vends, and the search for addresses.',
    paths: /^(\/public)?\/(machines(?!\/:id\/(round|stop)-marks)|groups|places|vend-methods|payment-methods)\b/,
  },
  { name: 'Products', description: 'Products of the company, and the library of common products.', paths: /^\/(products|library)\b/ },
  {
    name: 'Rounds and vans',
    description: 'Rounds, their stops and working hours, and the stock of vans.',
    paths: /^\/(rounds|vans|van-changes|van-hand-overs)\b|\/(round|stop)-marks$/,
  },
  {
    name: 'Purchases',
    description: 'Suppliers, orders to suppliers and purchases.',
    paths: /^\/(suppliers|supplier-orders|purchases)\b/,
  },
  {
    name: 'Sales',
    description: 'Single sales, daily sales and cash collections.',
    paths: /^\/(sales|transactions|cash-withdraws|bag-counts)\b/,
  },
  { name: 'Dashboard', description: 'Figures of today.', paths: /^\/dashboard\b/ },
  { name: 'Reports', description: 'Figures of a period, and exports.', paths: /^\/(reports|exports)\b/ },
  { name: 'Live channel', description: 'Events of the company as they happen (server-sent events).', paths: /^\/channels\b/ },
  { name: 'Imports', description: 'Tables of other systems: sales, machines and products.', paths: /^\/imports\b/ },
  { name: 'Employee passes', description: 'Cards of employees and their credit.', paths: /^\/passes\b/ },
  {
    name: 'Payments',
    description: 'Credentials of payment providers.',
    paths: /^\/(blik|pep)\b/,
  },
  {
    name: 'Subscription',
    description: 'Plan of the company, its payments, and the pages to pay.',
    paths: /^\/(subscriptions|billing|public\/billing|invoices)\b/,
  },
  { name: 'Keys and webhooks', description: 'API keys, and webhooks with their deliveries.', paths: /^\/(api-keys|webhooks)\b/ },
  {
    name: 'Company and people',
    description: 'Settings of the company, its users, alerts, log of changes and reviews.',
    paths: /^\/(company|branches|users|servicemen|notifications|activity|audit|review-items|sample|feedback)\b/,
  },
  { name: 'Installation', description: 'Health, documentation, files and the administration of companies.', paths: /^\// },
]

export const SUBJECT_TAGS = SUBJECTS.map(({ name, description }) => ({ name, description }))

export function subjectOf(path: string): string {
  const subject = SUBJECTS.find(({ paths }) => paths.test(path))
  if (!subject) throw new Error(`no subject for ${path}`)
  return subject.name
}
