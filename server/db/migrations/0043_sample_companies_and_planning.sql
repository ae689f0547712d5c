ALTER TABLE "companies" ADD COLUMN "sample_of_id" integer;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "opening_hours" text;--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "planning" jsonb;--> statement-breakpoint
ALTER TABLE "vans" ADD COLUMN "max_pieces" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_sample" ON "companies" USING btree ("sample_of_id");