import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/features/*/*.tables.ts', './server/{sync,audit,jobs,live,mail,files,once}/*.tables.ts'],
  out: './server/db/migrations',
  casing: 'snake_case',
})
