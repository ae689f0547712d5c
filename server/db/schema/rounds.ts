import {
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ROUND_MARKS, SKIP_REASONS, STOP_STATES } from '#domain/rounds/round.ts'
import { company, id, moment, wholeNumber } from '../columns.ts'
import { users } from './account.ts'
import { companies } from './company.ts'
import { machines } from './machines.ts'

/** One person's day. Its state follows from `publishedAt`, the mark, and the work at its stops (domain/rounds/round.ts). */
export const rounds = pgTable(
  'rounds',
  {
    companyId: company(),
    id: id(),
    userId: integer().notNull(),
    date: date().notNull(),
    /** The day in the company's time zone, as set when the round was added. */
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    version: integer().notNull().default(1),
    publishedAt: moment(),
    /** The latest mark of its person, with its operation. */
    mark: text({ enum: ROUND_MARKS }),
    markAt: moment(),
    markBy: uuid(),
    /** The sums of the plan; null if a person made it. */
    plannedMinutes: integer(),
    plannedMetres: integer(),
    plannedSavesMinor: wholeNumber(),
    /** By what its person plans the rest again (contract/rounds.ts), as it was when the round was published. */
    planning: jsonb(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('rounds_day').on(t.companyId, t.userId, t.date),
    index('rounds_date').on(t.companyId, t.date),
  ],
)

/**
 * The machines of a round. The plan of the office and the marks of its person are merged per stop and field: the latest by the time at which
 * it was made counts.
 */
export const roundStops = pgTable(
  'round_stops',
  {
    companyId: company(),
    roundId: wholeNumber().notNull(),
    machineId: wholeNumber().notNull(),
    position: doublePrecision().notNull(),
    positionAt: moment().notNull(),
    /** The operation that set it; null: the office. */
    positionBy: uuid(),
    tasks: text().array().notNull(),
    /** Why the planner chose it: code and figures. */
    why: jsonb(),
    arrivalAt: moment(),
    minutes: integer(),
    savesMinor: wholeNumber(),
    mark: text({ enum: STOP_STATES }).notNull().default('PLANNED'),
    markAt: moment(),
    markBy: uuid(),
    skipReason: text({ enum: SKIP_REASONS }),
    note: text(),
    /** Its person added it. */
    isAdded: boolean().notNull().default(false),
    /** A manager added, moved or changed it; the planner leaves it where it is. */
    isPinned: boolean().notNull().default(false),
    removedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.roundId, t.machineId] }),
    index('round_stops_machine').on(t.companyId, t.machineId),
    foreignKey({ columns: [t.companyId, t.roundId], foreignColumns: [rounds.companyId, rounds.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.machineId], foreignColumns: [machines.companyId, machines.id] }),
  ],
)

/** How a company plans its rounds (contract/planning.ts); a company without a row has the usual settings. */
export const planningSettings = pgTable('planning_settings', {
  companyId: company()
    .primaryKey()
    .references(() => companies.id),
  settings: jsonb().notNull(),
  /** The day of the company on which drafts were last planned at night. */
  plannedOn: date(),
  /** A process plans it until then. */
  leasedUntil: moment(),
})

/** How one person works (contract/planning-people.ts); a person without a row works like everyone. */
export const planningPeople = pgTable(
  'planning_people',
  { companyId: company(), userId: integer().notNull(), settings: jsonb().notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }),
  ],
)
