import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/features/*/*.tables.ts', './server/{sync,audit,jobs,live,mail,files,once}/*.tables.ts'],
  out: './server/database/migrations',
  casing: 'snake_case',
})
