import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/features/*/*.tables.ts', './server/{sync,audit,jobs}/*.tables.ts'],
  out: './server/database/migrations',
  casing: 'snake_case',
})
