import * as v from 'valibot'
import type { AuditEntry } from '#contract/audit.ts'
import { AUDIT_ACTIONS, AUDIT_KINDS } from '#domain/audit.ts'
import { type About, type Change, changesOf, readable, type Shown } from '#domain/audit-changes.ts'
import { formatsOf } from '#domain/formats.ts'
import { intlLocaleOf, languageOf, wordsOf } from '../../languages.ts'

const word = v.pipe(v.string(), v.minLength(1))
const byKey = v.record(v.string(), v.string())

const Words = v.object({
  title: word,
  column: v.object({ when: word, who: word, what: word, changes: word }),
  kindOf: word,
  thing: word,
  kind: byKey,
  did: v.intersect([byKey, v.object({ other: word })]),
  field: byKey,
  end: byKey,
  decision: byKey,
  slot: word,
  numbered: word,
  yes: word,
  no: word,
  empty: word,
  byKey: word,
  former: word,
})

type Ways = { currency: string; timezone: string }
type Named = Pick<AuditEntry, 'names'>

const put = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The texts of entries of the audit log in the language of a locale, for files. */
export function auditWords(locale: string, { currency, timezone }: Ways) {
  const language = languageOf(locale)
  const words = wordsOf(language, 'auditLog', Words)
  const choices = choicesIn(language, words)
  const { number, rate, money, dateTime, dateOf, timeOfDay, weekday } = formatsOf({
    locale: intlLocaleOf(locale),
    currency,
    timezone,
    language,
  })
  const nameIn = ({ names }: Named, kind: string, id: number | string) =>
    names.find((one) => one.kind === kind && one.id === id)?.name ?? put(words.numbered, { number: id })
  const choiceOf = (field: string, value: string) => choices[field]?.[value] ?? readable(value)

  function textOf(field: string, shown: Shown | null, entry: Named): string {
    if (shown === null) return words.empty
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
        return shown.value ? words.yes : words.no
      case 'thing':
        return nameIn(entry, shown.kind, shown.id)
      case 'list':
        return shown.items.map((item) => textOf(field, item, entry)).join(', ')
      case 'choice':
        return choiceOf(field, shown.text)
      default:
        return field === 'changed' ? (words.field[shown.text] ?? readable(shown.text)) : shown.text
    }
  }

  function partOf(about: About, entry: Named): string {
    if ('name' in about) return about.kind === 'text' ? choiceOf('vendMethod', about.name) : put(words.slot, { number: about.name })
    const name = nameIn(entry, about.kind, about.id)
    return about.kind === 'slot' ? put(words.slot, { number: name }) : name
  }

  function lineOf({ about, field, before, after }: Change, entry: Named): string {
    const name = words.field[field] ?? readable(field)
    const values = before === null ? textOf(field, after, entry) : `${textOf(field, before, entry)} → ${textOf(field, after, entry)}`
    return `${about ? `${partOf(about, entry)} · ` : ''}${name}: ${values}`
  }

  const kinds = new Map<string, string>(
    AUDIT_KINDS.flatMap((kind) => AUDIT_ACTIONS[kind].map((action) => [action, words.kind[kind] ?? kind])),
  )
  return {
    ...words,
    kindOfAction: (action: string) => kinds.get(action) ?? readable(action),
    actionOf: (action: string) => words.did[action] ?? words.did.other,
    whoOf: ({ user, apiKey, names }: Pick<AuditEntry, 'user' | 'apiKey' | 'names'>) =>
      [user?.name ?? words.former, ...(apiKey === null ? [] : [put(words.byKey, { name: nameIn({ names }, 'api-key', apiKey) })])].join(
        ' · ',
      ),
    thingOf: ({ of, machine, names }: Pick<AuditEntry, 'of' | 'machine' | 'names'>) => {
      if (of.kind === 'session' || of.kind === 'company') return null
      if (of.kind === 'operation' || of.kind === 'issue') return machine?.name ?? null
      if (of.kind === 'import') return choiceOf('import', String(of.id))
      return names.find((one) => one.kind === of.kind && one.id === of.id)?.name ?? String(of.id)
    },
    linesOf: (entry: AuditEntry) => changesOf(entry, currency).map((change) => lineOf(change, entry)),
  }
}

/** The values of fixed sets, by field. The app shows the same texts. */
function choicesIn(
  language: string,
  { end, decision }: Pick<v.InferOutput<typeof Words>, 'end' | 'decision'>,
): Record<string, Record<string, string>> {
  const { packaging, unit } = wordsOf(language, 'products', v.object({ packaging: byKey, unit: byKey }))
  const machines = wordsOf(language, 'machines', v.object({ COFFEE: word, SNACK: word, deviceType: byKey }))
  const { status: issue } = wordsOf(language, 'issues', v.object({ status: byKey }))
  const { status: purchase } = wordsOf(language, 'warehouse', v.object({ status: byKey }))
  const { role } = wordsOf(language, 'employees', v.object({ role: byKey }))
  const { event, channel, audience } = wordsOf(language, 'alerts', v.object({ event: byKey, channel: byKey, audience: byKey }))
  const { of: base } = wordsOf(language, 'commissions', v.object({ of: byKey }))
  const { task: tasks } = wordsOf(language, 'day', v.object({ task: byKey }))
  const { kind } = wordsOf(language, 'imports', v.object({ kind: byKey }))
  const { apply } = wordsOf(language, 'templates', v.object({ apply: v.object({ parts: byKey }) }))
  return {
    packaging,
    volumeType: unit,
    type: { COFFEE: machines.COFFEE, SNACK: machines.SNACK, ...machines.deviceType },
    status: { ...issue, ...purchase },
    companyRole: role,
    event,
    channel,
    audience,
    base,
    tasks,
    stock: end,
    decision,
    part: apply.parts,
    import: kind,
  }
}
