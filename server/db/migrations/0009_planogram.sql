DROP INDEX "slots_number";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "library_id" integer;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "products_library" ON "products" USING btree ("company_id","library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "slots_number" ON "slots" USING btree ("company_id","machine_id","slot_number") WHERE removed_at is null;