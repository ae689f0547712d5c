const NAME = '"?([a-z_0-9]+)"?'

/** What the previous release could not work with while both run. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/^drop table/i, 'drops a table'],
  [/^alter table .* drop column/i, 'drops a column'],
  [/^alter (table|index|type) .* rename/i, 'renames'],
  [/^alter table .* alter column .* set not null/i, 'requires a value'],
  [/^alter table .* alter column .* (set data )?type /i, 'changes a type'],
  [/^alter table .* alter column .* drop default/i, 'drops a default'],
  [/^alter table .* add column (?!.* default ).* not null/i, 'requires a value'],
  [/^create unique index/i, 'forbids rows'],
  [/^alter table .* add constraint/i, 'forbids rows'],
]

/**
 * The statements of a migration that do not only expand the schema, with the reason. Tables and columns that it creates itself are unknown
 * to the previous release, which writes null into the latter.
 */
export function forbiddenIn(migration: string): string[] {
  const statements = migration.split('--> statement-breakpoint').map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
  const created = new Set(statements.flatMap((statement) => new RegExp(`^create table ${NAME}`, 'i').exec(statement)?.[1] ?? []))
  const added = new Set(
    statements.flatMap((statement) => {
      const [, table, column] = new RegExp(`^alter table ${NAME} add column ${NAME}`, 'i').exec(statement) ?? []
      return table && column ? [`${table}.${column}`] : []
    }),
  )
  return statements.flatMap((statement) => {
    const [, reason] = FORBIDDEN.find(([pattern]) => pattern.test(statement)) ?? []
    if (!reason || isOfItsOwn(statement, created, added)) return []
    return [`${reason}: ${statement}`]
  })
}

function isOfItsOwn(statement: string, created: ReadonlySet<string>, added: ReadonlySet<string>): boolean {
  const [, table = ''] = new RegExp(`^(?:alter table|create unique index .* on) ${NAME}`, 'i').exec(statement) ?? []
  if (created.has(table)) return true
  const [, columns = ''] = /(?:unique ?|foreign key ?|using btree ?)\(([^)]*)\)/i.exec(statement) ?? []
  return columns.split(',').some((column) => added.has(`${table}.${column.replaceAll('"', '').trim()}`))
}
