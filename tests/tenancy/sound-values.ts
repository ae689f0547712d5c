import { createHmac } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { PROTOCOL } from '#contract/sync.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { DAY, toIso } from '#domain/time.ts'
import { type HandOver, signedText } from '#domain/vans/hand-over.ts'
import { aJpeg } from '../support/a-jpeg.ts'
import type { Place } from './examples.ts'
import type { Facts } from './facts.ts'
import { OURS } from './people.ts'
import { gtinOf, idOf } from './test-values.ts'
import type { World } from './world.ts'

/** As the phone of the van's driver signs it, with the other values of the request. */
const aHandOver = ({ facts, asker, request }: Known): HandOver => ({
  id: idOf(`${asker}: ${request} hands over at ${facts.machine}`),
  from: facts.van,
  to: facts.otherVan,
  at: Date.UTC(2026, 2, 2, 7),
  items: [{ productId: facts.productId, quantity: 3 }],
})

type Known = { facts: Facts; tokens: World['tokens']; asker: string; request: string }
type Value = (known: Known) => unknown

/** The value of a field by its name, or by its endpoint and name if the field has another meaning there. */
const VALUES: Record<string, Value> = {
  // Paths.
  '/machines/:id': ({ facts }) => facts.machine,
  '/machines/:id/commissions/:validFrom': () => '2026-03-01',
  validFrom: () => '2026-03-01',
  percent: () => 12.5,
  base: () => 'NET',
  monthly: () => 20,
  'setCommissions machineIds': ({ facts }) => facts.machine,
  '/machines/by-token/:token': ({ facts }) => facts.token,
  '/public/machines/:token': ({ facts }) => facts.token,
  '/files/:id': ({ facts }) => facts.file,
  '/devices/:id': ({ facts }) => facts.deviceId,
  '/telemetry/:imei': ({ facts }) => facts.imei,
  '/groups/:id': ({ facts }) => facts.group,
  '/machines/:id/groups/:groupId': ({ facts }) => facts.group,
  '/machines/:id/servicemen/:userId': ({ facts }) => facts.helper,
  '/servicemen/:userId': ({ facts }) => facts.helper,
  '/rounds/people/:userId': ({ facts }) => facts.userId,
  '/stock-points/:id': ({ facts }) => facts.point,
  '/review-items/:id': ({ facts }) => facts.review,
  '/issues/:id': ({ facts }) => facts.issue,
  'getPhoto /machines/:id/photos/:photoId': ({ facts }) => idOf(`photo at ${facts.machine}`),
  'putPhoto /machines/:id/photos/:photoId': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  'putPhotoPart /machines/:id/photos/:photoId': ({ asker, request, facts }) => idOf(`${asker}: part ${request} at ${facts.machine}`),
  // A deleted photo cannot be read.
  'deletePhoto /machines/:id/photos/:photoId': ({ facts }) => idOf(`photo to delete at ${facts.machine}`),
  phase: () => 'AFTER',
  'putPhotoPart content': () => aJpeg().toString('base64'),
  'putPhotoPart size': () => aJpeg().length,
  'putPhotoPart offset': () => 0,
  'putPhoto content': () => aJpeg().toString('base64'),
  photos: () => idOf('a photo'),
  takenAt: () => '2026-03-02T07:00:00.000Z',
  'proposeProduct productId': ({ facts }) => facts.otherProduct,
  '/notifications/:id': ({ facts }) => facts.notification,
  issueTypes: () => undefined,
  upTo: () => undefined,
  before: () => undefined,
  decision: () => 'KEEP',
  types: () => undefined,
  // A deleted object is gone, so each principal has its own to delete.
  'deleteGroup /groups/:id': ({ facts, asker }) => facts.ending[asker] ?? facts.group,
  'deactivateMachine /machines/:id': ({ facts }) => facts.retired,
  'reactivateMachine /machines/:id': ({ facts }) => facts.retired,
  '/suppliers/:identifier': ({ facts }) => facts.supplier,
  '/purchases/:identifier': ({ facts }) => facts.purchase,
  '/supplier-orders/:id': ({ facts }) => facts.order,
  '/rounds/:id': ({ facts }) => facts.round,
  'removeRound /rounds/:id': ({ facts, asker }) => facts.endingRound[asker] ?? facts.round,
  '/rounds/:id/stops/:machineId': ({ facts }) => facts.stop,
  'moveStop /rounds/:id/stops/:machineId': ({ facts }) => facts.moved,
  'moveStop to': ({ facts }) => facts.round,
  'addRound userId': ({ facts }) => facts.userId,
  // A person has one round a day, at most five years away.
  'addRound date': ({ asker, request, facts }) =>
    toIso(Date.UTC(2018, 2, 1) + (Number.parseInt(idOf(`${asker}: ${request} at ${facts.machine}`).slice(0, 4), 16) % 4_000) * DAY).slice(
      0,
      10,
    ),
  'planRounds date': () => '2026-06-01',
  'changePersonPlanning away.from': () => '2030-01-05',
  'changePersonPlanning away.until': () => '2030-01-09',
  worksFrom: () => 480,
  worksUntil: () => 990,
  pauseFrom: () => 720,
  pauseMinutes: () => 30,
  weekdays: () => 1,
  hourCost: () => 30,
  kilometreCost: () => 0.4,
  minutesAtMachine: () => 8,
  minutesPerPiece: () => 0.1,
  cashBoxAmount: () => 300,
  nightlyDays: () => 2,
  'planRounds userIds': ({ facts }) => facts.userId,
  'addRound machineId': ({ facts }) => facts.stop,
  round: ({ facts }) => facts.round,
  'visit.id': () => idOf('a visit'),
  'visit.correction': () => 1,
  'markStop reason': () => 'CLOSED',
  position: () => 3,
  'markRound state': () => 'STARTED',
  'listRounds from': () => '2026-03-01',
  'listRounds to': () => '2026-03-20',
  '/vans/:id': ({ facts }) => facts.van,
  'addVan name': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  driverId: () => undefined,
  maxPieces: () => 400,
  openingHours: () => 'Mo-Fr 08:00-17:00',
  'changeVanDetails name': () => undefined,
  'changeVanDetails isActive': () => true,
  van: ({ facts }) => facts.van,
  'changeVan type': () => 'COUNT',
  'changeVan machineId': () => null,
  'handOver machineId': () => null,
  'handOver id': (known) => aHandOver(known).id,
  'handOver from': ({ facts }) => facts.van,
  'handOver to': ({ facts }) => facts.otherVan,
  'handOver at': (known) => aHandOver(known).at,
  signature: (known) =>
    createHmac('sha256', known.facts.vanKey)
      .update(signedText(aHandOver(known)))
      .digest('base64url'),
  bestBefore: () => '2026-12-03',
  'listExpiring until': () => '2027-01-01',
  'listVisits from': () => '2026-02-01',
  'listVisits to': () => undefined,
  'setSupplierProducts productIds': ({ facts }) => facts.productId,
  coverDays: () => '14',
  minimumOrder: () => 150,
  leadDays: () => 2,
  expectedOn: () => '2026-03-09',
  cases: () => 2,
  piecesPerCase: () => 6,
  send: () => false,
  // The first of them changes a draft, and the others find another version.
  'changeOrder version': () => 1,
  'sendOrder version': () => 2,
  'cancelOrder version': () => 3,
  'receiveOrder version': () => 3,
  'deleteSupplier /suppliers/:identifier': ({ facts, asker }) => facts.endingSupplier[asker] ?? facts.supplier,
  'deletePurchase /purchases/:identifier': ({ facts, asker }) => facts.endingPurchase[asker] ?? facts.purchase,
  '/debugger/:imei': ({ facts }) => facts.imei,
  // A key is revoked by its own number; other tests cover the effect.
  '/api-keys/:id': () => 999_999_999,
  'addApiKey name': () => 'Till',
  // The same for a webhook and its id.
  '/webhooks/:id': () => idOf('no webhook'),
  '/webhooks/:id/deliveries/:deliveryId': () => idOf('no delivery'),
  // A read-out can be undone once; other tests cover the effect.
  '/machines/:id/audits/:audit': () => idOf('no read-out'),
  // The same for an export.
  '/exports/:exportId': () => idOf('no export'),
  // The same for an import.
  '/imports/:importId': () => idOf('no import'),
  '/imports/:importId/parts/:part': () => '1',
  'beginImport size': () => 30,
  'addWebhook url': () => 'https://shop.example/hook',
  'changeWebhook url': () => 'https://shop.example/hook',
  '/passes/:cardIdentifier': ({ facts }) => facts.card,
  'deletePass /passes/:cardIdentifier': ({ facts, asker }) => facts.endingCard[asker] ?? facts.card,
  '/machines/:id/devices/:imei': ({ facts }) => facts.spare,
  '/telemetry/:imei/commands/:id': ({ facts }) => facts.command,
  '/channels/:eventChannelId': ({ facts }) => facts.channel,
  '/products/:sku': ({ facts }) => facts.sku,
  // A deleted product cannot be changed.
  'deleteProduct /products/:sku': ({ facts }) => facts.sku.replace('tea', 'cocoa'),
  '/library/products/:id': () => 1,
  // A slot of its own to delete, and the machine's current settings.
  'deleteSlot /machines/:id/slots/:otherId': ({ facts, asker }) => facts.endingSlots[asker] ?? facts.slotId,
  'copySlots /machines/:id/slots/:otherId': ({ facts }) => facts.machine,
  'copySlots preview': () => false,
  version: () => undefined,
  // Views: ids are the user's own, and names are unique.
  '/accounts/me/views/:viewId': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  'saveView name': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  list: () => 'machines',
  search: () => ({ only: 'empty', group: 7 }),
  columns: () => ({ cash: false }),
  columnOrder: () => 'state',
  // Templates: names are unique, and the slots of machines stay as other calls need them.
  '/planogram-templates/:templateId': ({ facts }) => facts.template,
  'deleteTemplate /planogram-templates/:templateId': ({ facts, asker }) => facts.endingTemplate[asker] ?? facts.template,
  'linkTemplate /machines/:id': ({ facts }) => facts.coffeeMachine,
  templateId: ({ facts }) => facts.template,
  template: ({ facts }) => facts.template,
  slotNumber: () => '11',
  'addTemplate name': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  'saveAsTemplate name': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  'addTemplate type': () => 'COFFEE',
  'addTemplate slots.productId': () => null,
  'addTemplate ingredients.productId': ({ facts }) => facts.ingredient,
  'changeTemplate version': () => 1,
  'changeTemplate name': ({ facts }) => `renamed template ${facts.template}`,
  'changeTemplate slots.productId': () => null,
  'changeTemplate ingredients.productId': ({ facts }) => facts.ingredient,
  'previewTemplate machineIds': ({ facts }) => facts.machine,
  // Either a template or slots.
  'applyPlanogram templateId': () => undefined,
  'applyPlanogram preview': () => true,
  'addMachine type': () => 'SNACK',
  'addMachine copySlotsOf': () => undefined,
  'addMachine templateId': () => undefined,
  'setIngredients /machines/:id': ({ facts }) => facts.coffeeMachine,
  'setIngredients productId': ({ facts }) => facts.ingredient,
  'setIngredients maxQuantity': () => 2_000,
  // Slot numbers are unique within a machine.
  'addSlot slotNumber': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`).slice(0, 18),
  // A hot drink and its recipe.
  // A code belongs to one product.
  'codes.pieces': () => 6,
  'codes.code': ({ asker, request, facts }) => gtinOf(`${asker}: ${request} at ${facts.machine}`),
  'addProduct sku': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  'changeProduct name': () => undefined,
  'addProduct id': ({ facts }) => facts.ingredient,
  'changeProduct id': ({ facts }) => facts.ingredient,
  shareAmount: () => 7.5,
  packaging: () => 'COFFEE',
  volumeType: () => 'MILLILITRE',
  volume: () => 180,
  tax: () => 19,
  lastCost: () => 0,
  deleted: () => 'false',
  // Objects.
  machineId: ({ facts }) => facts.machine,
  slotId: ({ facts }) => facts.slotId,
  productId: ({ facts }) => facts.productId,
  productInstallationId: ({ facts }) => facts.point,
  operationId: ({ facts }) => facts.operation,
  pending: ({ facts }) => facts.operation,
  identifier: ({ facts }) => facts.supplier,
  serviceman: ({ facts }) => facts.userId,
  group: ({ facts }) => facts.group,
  opId: ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  // Without them, a device acts for the signed-in user.
  userId: () => undefined,
  companyId: () => undefined,
  // A changed price or product, and the value that the editor saw before.
  'editSlots productId': ({ facts }) => facts.otherProduct,
  'editSlots base.productId': ({ facts }) => facts.inSlot,
  // A coffee machine is another machine.
  'changeCoffeeInventory /machines/:id': ({ facts }) => facts.coffeeMachine,
  'changeCoffeeInventory machineId': ({ facts }) => facts.coffeeMachine,
  'changeCoffeeInventory productInstallationId': ({ facts }) => facts.canister,
  'changeCoffeeInventory productId': ({ facts }) => facts.ingredient,
  // Device events.
  'sendEvents body': (known) => aVend(known),
  'sendEvents events': (known) => aVend(known),
  sentAt: () => undefined,
  // A read-out, sent once: both companies have their own previous one to compare it with.
  file: (known) => anAudit(known),
  readAt: () => '2026-03-02T07:00:00.000Z',
  details: () => undefined,
  'previewAudits machine': ({ facts }) => facts.machine,
  // A claim code is valid once, and a new key replaces the old one; other tests cover the effect.
  'claimDevice code': () => 'a-code-of-nobody',
  newClaimCode: () => undefined,
  taxValidFrom: () => undefined,
  lastCostValidFrom: () => undefined,
  // Only device managers create others.
  isDeviceManager: () => undefined,
  // The clock of the phone was not changed.
  since: () => undefined,
  'addDevice imei': ({ asker, request, facts }) =>
    String(BigInt(`0x${idOf(`${asker}: ${request} at ${facts.machine}`).replaceAll('-', '').slice(0, 12)}`)).padStart(16, '4'),
  'changeDevice imei': () => undefined,
  'addDevice vendor': () => 'ROUNDSMAN',
  vendor: () => 'Brunnmatt',
  model: () => 'Vario 3',
  machineVendor: () => 'Brunnmatt',
  machineModel: () => 'Vario 3',
  name: () => 'Canteen',
  // Group names are unique.
  'addGroup name': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  'renameGroup name': ({ facts }) => `renamed ${facts.group}`,
  // Its slots fit its type.
  'changeMachine type': () => 'SNACK',
  // The name shows which company it belongs to, so it must not change.
  'changeMachine name': () => undefined,
  'changeMachine address': () => undefined,
  address: () => 'Main street 1',
  lat: () => 52.5,
  lng: () => 13.4,
  msisdn: () => '+49151123456',
  apnName: () => 'm2m',
  connected: () => undefined,
  amount: () => 100,
  // A count, which is idempotent.
  'changeInventory type': () => 'ADJUST',
  'changeCoffeeInventory type': () => 'ADJUST',
  // A purchase that is not received yet can be changed repeatedly.
  'addPurchase status': () => 'ON_ORDER',
  'changePurchase status': () => 'ON_ORDER',
  'listPurchases status': () => undefined,
  'listWarehouseChanges type': () => undefined,
  unitCost: () => 3,
  invoiceNumber: () => 'RE-17',
  orderedAt: () => '2026-03-01T12:00:00.000Z',
  deliveredAt: () => '2026-03-01T12:00:00.000Z',
  // Of any rule, with any recipient.
  'deleteAlert recipientId': ({ facts }) => facts.userId,
  'deleteAlert audience': () => undefined,
  // Of the caller, with the caller as recipient.
  'addAlert recipientId': () => undefined,
  'addAlert audience': () => undefined,
  'setQuietHours from': () => 1_320,
  'setQuietHours to': () => 360,
  'setQuietHours days': () => 1,
  endpoint: () => 'https://fcm.googleapis.com/fcm/send/a-browser',
  p256dh: () => 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: () => 'BTBZMqHH6r4Tts7J_aSIgg',
  '/accounts/me/push-subscriptions/:id': () => idOf('no subscription'),
  phone: () => '+49151123456',
  email: () => 'office@mills.example',
  // Amounts: full stays full however often it is sent.
  quantity: () => 3,
  baseQuantity: () => 4,
  maximum: () => 10,
  maxQuantity: () => 10,
  vendPrice: () => 1.5,
  // Valid for any product: a drink does not come in cases.
  caseSize: () => null,
  // One path with three response shapes.
  'listTransactions type': ({ request }) => (request.endsWith('(2)') ? 'summary' : undefined),
  'listTransactions exportType': ({ request }) => (request.endsWith('(3)') ? 'xlsx' : undefined),
  // A table to preview: imported twice, it would exist already.
  content: () => Buffer.from('Name;Type\nNew machine;Snack').toString('base64'),
  'importPasses content': ({ asker, request, facts }) =>
    Buffer.from(`Card;Holder;Credit\n${idOf(`${asker}: ${request} at ${facts.machine}`)};Ann;5`).toString('base64'),
  mapping: () => undefined,
  states: () => undefined,
  sheet: () => undefined,
  header: () => undefined,
  dateOrder: () => undefined,
  decimal: () => undefined,
  fixed: () => undefined,
  saveAs: () => undefined,
  // Card numbers are unique, and a credit update contains the previous credit.
  'addPass cardIdentifier': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  holderName: () => 'Ann',
  creditAmount: () => 20,
  creditBefore: () => undefined,
  recurringCreditAmount: () => 5,
  funds: () => 1,
  'listPasses exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  confirm: () => false,
  // Sales.
  machine: ({ facts }) => facts.machine,
  product: ({ facts }) => facts.productId,
  method: () => undefined,
  machineIds: ({ facts }) => String(facts.machine),
  'assignMachines machineIds': ({ facts }) => facts.machine,
  'groupMachines machineIds': ({ facts }) => facts.machine,
  // A machine without a device, because the state of the other one is needed by later calls.
  'restartMachines machineIds': ({ facts }) => facts.coffeeMachine,
  'salesReport machines': ({ facts }) => String(facts.machine),
  'salesReport products': ({ facts }) => String(facts.productId),
  productTypes: () => 'PIECE,CAN,BOTTLE,COFFEE,INGREDIENT',
  paymentMethods: () => undefined,
  '/bag-counts/:id': ({ facts }) => facts.count,
  bag: () => 'B-7',
  'countBag bag': () => undefined,
  collection: ({ facts }) => facts.collection,
  'countBag amount': () => 12.5,
  floatIn: () => 20,
  floatOut: () => 0,
  counted: () => 12.5,
  'withdrawCash reading.at': () => '2026-03-02T07:00:00.000Z',
  cashBox: () => 1234.5,
  bills: () => 60,
  'withdrawCash reading.source': () => 'TYPED',
  'listCashWithdraws type': ({ request }) => (request.endsWith('(2)') ? 'summary' : undefined),
  'listCashWithdraws exportType': ({ request }) => (request.endsWith('(3)') ? 'xlsx' : undefined),
  'productSales exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  'performanceReport exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  'revenueReport exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  'deliveryReport exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  'matrixReport exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  'usageReport exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  'uptimeReport exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  // Money: a month is closed once, and only the latest one is reopened.
  month: () => '2026-02',
  '/reports/v2/money/months/:month': () => '2026-01',
  'moneyReport exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  reason: () => 'A rate was wrong',
  consultantNumber: () => 29_098,
  clientNumber: () => 55_003,
  accountLength: () => 4,
  fiscalYearStart: () => 1,
  clearingAccount: () => '1360',
  rate: () => 19,
  account: () => '4400',
  cash: () => '1600',
  card: () => '1361',
  other: () => '1362',
  defaultTax: () => 19,
  defaultTaxValidFrom: () => undefined,
  startDate: () => '2026-02-01T00:00:00.000Z',
  endDate: () => '2026-04-01T00:00:00.000Z',
  asOf: () => undefined,
  // Pages, searches and texts.
  page: () => '0',
  skip: () => '0',
  size: () => '100',
  query: () => '',
  sort: () => 'name',
  'listActivity sort': () => 'id,desc',
  state: () => undefined,
  'listAudit kind': () => undefined,
  'listAudit exportType': ({ request }) => (request.endsWith('(2)') ? 'xlsx' : undefined),
  'listAudit since': () => '2026-02-01T00:00:00.000Z',
  until: () => undefined,
  slot: ({ facts }) => facts.slotId,
  user: ({ facts }) => facts.userId,
  productType: () => 'PIECE,CAN,BOTTLE,COFFEE,INGREDIENT',
  locale: () => 'en',
  cursor: () => undefined,
  note: () => 'counted',
  alive: () => undefined,
  health: () => undefined,
  occurredAt: () => '2026-03-02T07:00:00.000Z',
  offset: () => 0,
  deviceId: () => 'phone',
  app: () => 'test',
  protocol: () => PROTOCOL,
  ops: () => undefined,
  // The caller's own account: the name shows the owner of a response, and a new password would prevent further sign-ins.
  firstName: () => undefined,
  lastName: () => undefined,
  phoneNumber: () => '+491701234567',
  newPassword: () => undefined,
  oldPassword: () => undefined,
  'acceptTerms version': () => TERMS_VERSION,
  // Payments: an unsigned callback moves no money.
  'billingWebhook id': () => 'event',
  at: () => '2026-03-02T07:00:00.000Z',
  reference: () => `999999.${idOf('no checkout')}`,
  machines: () => 5,
  updateUrl: () => undefined,
  cancelUrl: () => undefined,
  receiptUrl: () => undefined,
  'billingWebhook date': () => '2026-03-02',
  'billingWebhook plan': () => 'STARTER',
  'billingWebhook amount': () => 25,
  'sendFeedback text': () => 'well done',
  'reportAppErrors id': () => idOf('error of the app'),
  'reportAppErrors at': () => '2026-03-02T07:00:00.000Z',
  'reportAppErrors name': () => 'TypeError',
  'reportAppErrors route': () => '/dashboard',
  'reportAppErrors version': () => '1.0.0',
  'reportAppErrors function': () => 'save',
  'reportAppErrors file': () => 'assets/save.js',
  'reportAppErrors line': () => 1,
  'reportAppErrors column': () => 1,
  'reportAppErrors count': () => 1,
  // Team members: a user keeps its identity, and a login is unique.
  '/users/:id': ({ facts }) => facts.helper,
  companyRole: () => 'ROLE_EMPLOYEE',
  enabled: () => true,
  // Invitations are accepted by other tests.
  'readInvitation token': () => 'a-link-of-nobody',
  'acceptInvitation token': () => 'a-link-of-nobody',
  'inviteUser firstName': () => 'Eva',
  'inviteUser lastName': () => 'Nowak',
  'inviteUser login': ({ asker, request, facts }) => `${idOf(`${asker}: ${request} at ${facts.machine}`)}_fghij`,
  'inviteUser email': () => undefined,
  'inviteUser machineIds': ({ facts }) => facts.machine,
  // A machine that neither has, because the assignments of the others are needed by later calls.
  'transferMachines fromId': ({ facts }) => facts.userId,
  'transferMachines toId': ({ facts }) => facts.helper,
  'transferMachines machineIds': ({ facts }) => facts.retired,
  'addUser firstName': () => 'Eva',
  'addUser lastName': () => 'Nowak',
  'addUser login': ({ asker, request, facts }) => `${idOf(`${asker}: ${request} at ${facts.machine}`)}_abcde`,
  'addUser plainPassword': () => 'tomato-12',
  'changeUser plainPassword': () => undefined,
  // The name shows which company it belongs to, and its currency and time zone stay the same.
  'changeCompany name': () => undefined,
  legalName: () => undefined,
  'changeCompany currency': () => undefined,
  'changeCompany locale': () => 'en-GB',
  taxId: () => 'DE123456789',
  postalCode: () => '89073',
  city: () => 'Ulm',
  country: () => 'DE',
  // The current company: switching would change the principal, which other tests cover.
  '/admin/me/companies/:id': ({ facts }) => facts.companyId,
  '/reports/v2/uptime/:id': ({ facts }) => facts.machine,
  '/reports/v2/deliveries/:id': ({ facts }) => facts.machine,
  '/reports/v2/revenue/:id': ({ facts }) => facts.machine,
  // Switching would end the sign-in of the asker.
  isInside: () => false,
  '/branches/:id': ({ facts }) => facts.companyId,
  'listCompanies query': () => OURS,
  // Links from mails are covered by other tests.
  '/password-reset/:hash': () => 'a-link-of-nobody',
  '/accounts/me/sessions/:sessionId': () => idOf('no session'),
  'register email': () => 'newcomer@elsewhere.example',
  'askForReset email': () => 'newcomer@elsewhere.example',
  'changeProfile email': () => undefined,
  companyName: () => 'Canteen',
  currency: () => 'EUR',
  timezone: () => 'Europe/Berlin',
  // The account that receives payments, and a customer's report.
  apiKey: () => 'a-key',
  apiPassword: () => 'a-password',
  merchantSecurityCode: () => 'a-code',
  merchantId: () => '4711',
  'setTerminalCredentials username': () => 'terminals',
  'setTerminalCredentials password': () => 'of the terminals',
  'reportIssue identifier': ({ asker, request, facts }) => idOf(`${asker}: ${request} at ${facts.machine}`),
  'reportIssue details': () => 'It kept 2 euros',
  contactDetails: () => 'ada@elsewhere.example',
  format: () => 'svg',
  'sendCommand value': () => 'CHECKMDB',
  // Sign-in.
  username: ({ tokens }) => tokens.login,
  password: ({ tokens }) => tokens.password,
  reCaptchaToken: () => '',
  alias: () => '',
  refresh_token: ({ tokens }) => tokens.refresh,
  token: ({ tokens }) => tokens.access,
  token_type_hint: () => 'access_token',
  'revoke token': () => 'an-unknown-token',
}

const aVend = ({ asker, request, facts }: Known) => ({
  id: idOf(`${asker}: ${request} at ${facts.machine}`),
  type: 'VEND',
  at: '2026-03-02T07:00:00.000Z',
  selection: '11',
  price: 1.5,
  method: 'CASH',
})

const anAudit = ({ asker, request, facts }: Known) =>
  `DXS*RHV0000000*VA*V0/6*1\r\nST*001*0001\r\nID1*${idOf(`${asker}: ${request} at ${facts.machine}`)}*LUCE\r\nPA1*11*150\r\nPA2*10*1500\r\nSE*5*0001\r\nDXE*1*1\r\n`

/** A valid value for a field, or an error that names the place to add one. */
export function soundValue(endpoint: Endpoint, place: Place, known: Known, derived: unknown): unknown {
  const names = namesOf(endpoint, place)
  const name = names.find((candidate) => candidate in VALUES)
  const value = name && VALUES[name]
  if (value) return value(known)
  if (derived !== undefined) return derived
  throw new Error(
    `there is no valid example of "${place.at}" in ${endpoint.name}: add one to VALUES in tests/tenancy/sound-values.ts, as "${names.at(-1)}" or "${names[0]}"`,
  )
}

/** The most specific first. */
function namesOf({ name, path }: Endpoint, { at, name: plain }: Place): string[] {
  if (at.startsWith('params.')) {
    const address = path.slice(0, path.indexOf(`:${plain}`) + plain.length + 1)
    return [`${name} ${address}`, address]
  }
  const parent = at
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-2)
  return [`${name} ${parent}.${plain}`, `${name} ${plain}`, `${parent}.${plain}`, plain]
}
