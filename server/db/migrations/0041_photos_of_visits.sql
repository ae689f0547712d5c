ALTER TABLE "photos" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "visit_id" uuid;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "phase" text;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "photos_visit" ON "photos" USING btree ("company_id","visit_id") WHERE visit_id is not null;--> statement-breakpoint
CREATE INDEX "photos_taken" ON "photos" USING btree ("company_id","taken_at") WHERE visit_id is not null;