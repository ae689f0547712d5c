ALTER TABLE "audit_readings" ADD COLUMN "read_at_from" text;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "clock_ahead" bigint;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "status" text DEFAULT 'BOOKED' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "confirmed_by" integer;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "undone_by" integer;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "base" jsonb;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
CREATE INDEX "audit_readings_received" ON "audit_readings" USING btree ("company_id","received_at");--> statement-breakpoint
CREATE INDEX "audit_readings_identity" ON "audit_readings" USING btree ("company_id","identity");--> statement-breakpoint
UPDATE "audit_readings" SET "identity" = 'S ' || trim("reading" #>> ARRAY['machine', 'serial'])
WHERE trim("reading" #>> ARRAY['machine', 'serial']) !~ '^[0 -]*$';
