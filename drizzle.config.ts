import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/features/*/*.tables.ts', './server/{sync,audit-log,jobs,events,mail,files,idempotency}/*.tables.ts'],
  out: './server/db/migrations',
  casing: 'snake_case',
})
