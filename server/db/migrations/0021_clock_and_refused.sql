ALTER TABLE "installation" ADD COLUMN "key_mark" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "every_ms" bigint;--> statement-breakpoint
CREATE INDEX "operations_refused" ON "operations" USING btree ("company_id","received_at") WHERE status = 'rejected';