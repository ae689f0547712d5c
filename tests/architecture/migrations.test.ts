import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { forbiddenIn } from './migration-rules.ts'

/** Migrations up to this one are older than the rule. */
const LAST_BEFORE = '0042_vans'

const FOLDER = 'server/db/migrations'
const { entries } = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8')) as { entries: { tag: string }[] }

/** Statements that remove what the previous release no longer uses, by migration. Each needs the release that stopped using it. */
const CONTRACTING: Readonly<Record<string, string>> = {}

test('migrations only expand, so that the previous release works beside this one', () => {
  const later = entries.map(({ tag }) => tag).filter((tag) => tag > LAST_BEFORE && !(tag in CONTRACTING))
  expect(later.flatMap((tag) => forbiddenIn(readFileSync(`${FOLDER}/${tag}.sql`, 'utf8')).map((found) => `${tag}: ${found}`))).toEqual([])
})

test.each([
  ['DROP TABLE "passes";', 'drops a table'],
  ['ALTER TABLE "machines" DROP COLUMN "name";', 'drops a column'],
  ['ALTER TABLE "machines" RENAME COLUMN "name" TO "title";', 'renames'],
  ['ALTER TABLE "machines" RENAME TO "devices";', 'renames'],
  ['ALTER TABLE "machines" ALTER COLUMN "name" SET NOT NULL;', 'requires a value'],
  ['ALTER TABLE "machines" ALTER COLUMN "name" SET DATA TYPE integer;', 'changes a type'],
  ['ALTER TABLE "machines" ALTER COLUMN "name" DROP DEFAULT;', 'drops a default'],
  ['ALTER TABLE "machines" ADD COLUMN "height" integer NOT NULL;', 'requires a value'],
  ['CREATE UNIQUE INDEX "machines_name" ON "machines" USING btree ("company_id","name");', 'forbids rows'],
  ['ALTER TABLE "machines" ADD CONSTRAINT "machines_name" UNIQUE("company_id","name");', 'forbids rows'],
  ['ALTER TABLE "machines" ADD CONSTRAINT "short" CHECK (length("name") < 9);', 'forbids rows'],
  [
    'ALTER TABLE "machines" ADD CONSTRAINT "fk" FOREIGN KEY ("company_id","group_id") REFERENCES "machine_groups"("company_id","id");',
    'forbids rows',
  ],
])('%s is refused', (statement, reason) => {
  expect(forbiddenIn(statement)).toEqual([`${reason}: ${statement}`])
})

test.each([
  'CREATE TABLE "vans" ("company_id" integer NOT NULL, "id" bigint NOT NULL);\n--> statement-breakpoint\nCREATE UNIQUE INDEX "vans_id" ON "vans" USING btree ("company_id","id");',
  'CREATE TABLE "vans" ("company_id" integer NOT NULL);--> statement-breakpoint\nALTER TABLE "vans" ADD CONSTRAINT "c" FOREIGN KEY ("company_id") REFERENCES "companies"("id");',
  'ALTER TABLE "machines" ADD COLUMN "height" integer;',
  'ALTER TABLE "machines" ADD COLUMN "height" integer DEFAULT 0 NOT NULL;',
  'ALTER TABLE "companies" ADD COLUMN "sample_of_id" integer;--> statement-breakpoint\nCREATE UNIQUE INDEX "companies_sample" ON "companies" USING btree ("sample_of_id");',
  'ALTER TABLE "machines" ALTER COLUMN "name" DROP NOT NULL;',
  'CREATE INDEX "machines_name" ON "machines" USING btree ("company_id","name");',
  'update "machines" set "name" = \'DROP TABLE\';',
])('%s is accepted', (statements) => {
  expect(forbiddenIn(statements)).toEqual([])
})
