import * as v from 'valibot'

const postgres = v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://'))

export const DATABASE_ENVIRONMENT = {
  /** A PostgreSQL server instead of the embedded database. */
  DATABASE_URL: v.optional(postgres),
  /** The same database without the pooler in transaction mode (pgbouncer) that DATABASE_URL leads to. */
  DATABASE_DIRECT_URL: v.optional(postgres),
  /** A standby of that database, which answers reports and exports while it is at most this many seconds behind. */
  DATABASE_REPLICA_URL: v.optional(v.pipe(postgres, v.regex(/^[^,]+$/, 'must name one host'))),
  DATABASE_REPLICA_LAG: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'must be seconds from 0 to 9999'), v.transform(Number)), '30'),
  /** Partitions the tables that grow with every sale by month, while the server works. It cannot be undone except by a restore. */
  PARTITION_TABLES: v.optional(
    v.pipe(
      v.picklist(['on', 'off'], 'must be on or off'),
      v.transform((value) => value === 'on'),
    ),
    'off',
  ),
}

export type DatabaseSettings = {
  databaseUrl: string | null
  databaseDirectUrl: string | null
  databaseReplicaUrl: string | null
  replicaLagMs: number
  partitionTables: boolean
}

const Environment = v.object(DATABASE_ENVIRONMENT)
type Environment = v.InferOutput<typeof Environment>

export const databaseSettingsOf = (env: Environment): DatabaseSettings => ({
  databaseUrl: env.DATABASE_URL ?? null,
  databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
  databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
  replicaLagMs: env.DATABASE_REPLICA_LAG * 1_000,
  partitionTables: env.PARTITION_TABLES,
})

/** Why the addresses do not fit together. */
export function wrongDatabase(env: Environment): { wrong: string } | null {
  const name = (['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).find((one) => env[one] && !env.DATABASE_URL)
  return name ? { wrong: `${name} needs DATABASE_URL; set both, or only DATABASE_URL.` } : null
}
