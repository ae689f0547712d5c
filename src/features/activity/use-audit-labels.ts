import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formats } from '#app/data/formats.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { type About, type Change, readable, type Shown } from '#domain/audit-changes.ts'
import type { ImportKind } from '#domain/imports.ts'

type Named = Pick<AuditEntry, 'names'>

/** The texts of an entry of the audit log. */
export function useAuditLabels() {
  const { t } = useTranslation('auditLog')
  return {
    action: (action: string) => t(`did.${action}`, { defaultValue: t('did.other') }),
    field: (field: string) => t(`field.${field}`, { defaultValue: readable(field) }),
    about: (about: About, entry: Named) => aboutIn(t, about, entry),
    value: ({ field }: Pick<Change, 'field'>, shown: Shown | null, entry: Named) => valueIn(t, field, shown, entry),
    thing: (entry: AuditEntry) => objectIn(t, entry),
  }
}

export const nameIn = ({ names }: Named, kind: string, id: number | string): string | undefined =>
  names.find((one) => one.kind === kind && one.id === id)?.name

function aboutIn(t: TFunction<'auditLog'>, about: About, entry: Named): string {
  switch (about.kind) {
    case 'slot':
      return t('slot', { number: nameIn(entry, 'slot', about.id) ?? about.id })
    case 'slotNumber':
      return t('slot', { number: about.name })
    case 'product':
      return nameIn(entry, 'product', about.id) ?? t('numbered', { number: about.id })
    default:
      return choiceIn(t, 'vendMethod', about.name)
  }
}

function valueIn(t: TFunction<'auditLog'>, field: string, shown: Shown | null, entry: Named): string {
  if (shown === null) return t('empty')
  const { money, number, rate, dateTime, dateOf, timeOfDay, weekday } = formats()
  switch (shown.as) {
    case 'money':
      return money(shown.value)
    case 'number':
      return number(shown.value)
    case 'percent':
      return rate(shown.value)
    case 'timeOfDay':
      return timeOfDay(shown.value)
    case 'weekday':
      return weekday(shown.value)
    case 'time':
      return dateTime(shown.at)
    case 'day':
      return dateOf(shown.text)
    case 'flag':
      return t(shown.value ? 'yes' : 'no')
    case 'thing':
      return nameIn(entry, shown.kind, shown.id) ?? t('numbered', { number: shown.id })
    case 'choice':
      return choiceIn(t, field, shown.text)
    case 'list':
      return shown.items.map((item) => valueIn(t, field, item, entry)).join(', ')
    default:
      // The names of fields are the only texts that are not typed by a person.
      return field === 'changed' ? t(`field.${shown.text}`, { defaultValue: readable(shown.text) }) : shown.text
  }
}

/** A value of a fixed set. */
function choiceIn(t: TFunction<'auditLog'>, field: string, value: string): string {
  const options = { defaultValue: readable(value) }
  switch (field) {
    case 'packaging':
      return t(`products:packaging.${value}`, options)
    case 'volumeType':
      return t(`products:unit.${value}`, options)
    case 'type':
      return value === 'COFFEE' || value === 'SNACK' ? t(`machines:${value}`) : t(`machines:deviceType.${value}`, options)
    case 'status':
      return t([`issues:status.${value}`, `warehouse:status.${value}`], options)
    case 'companyRole':
      return t(`employees:role.${value}`, options)
    case 'roles':
      return value.startsWith('ROLE_') ? t(`account:demo.${value}`, options) : readable(value)
    case 'event':
      return t(`alerts:event.${value}`, options)
    case 'audience':
      return t(`alerts:audience.${value}`, options)
    case 'channel':
      return t(`alerts:channel.${value}`, options)
    case 'stock':
      return t(`end.${value}`, options)
    case 'part':
      return t(`templates:apply.parts.${value}`, options)
    case 'decision':
      return t(`decision.${value}`, options)
    case 'base':
      return t(`commissions:of.${value}`, options)
    case 'tasks':
      return t(`day:task.${value}`, options)
    // Codes of ISO 4217 and ISO 3166, and names of programs and companies.
    case 'currency':
    case 'country':
      return value
    default:
      return readable(value)
  }
}

const IMPORTS: readonly string[] = ['MACHINES', 'PRODUCTS', 'PLANOGRAMS', 'SALES', 'ROUTES'] satisfies ImportKind[]

/** The name of the thing that was changed; null if the action alone is clear. */
function objectIn(t: TFunction<'auditLog'>, entry: AuditEntry): string | null {
  const { of, machine } = entry
  const name = nameIn(entry, of.kind, of.id)
  switch (of.kind) {
    case 'session':
    case 'company':
      return null
    case 'operation':
    case 'issue':
      return machine?.name ?? null
    case 'import':
      return IMPORTS.includes(String(of.id)) ? t(`imports:kind.${String(of.id)}`) : readable(String(of.id))
    case 'device':
    case 'pass':
      return name ? `${of.id} (${name})` : String(of.id)
    default:
      return name ?? t('numbered', { number: of.id })
  }
}
