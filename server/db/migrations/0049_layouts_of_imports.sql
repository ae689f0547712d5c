ALTER TABLE "import_mappings" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "layout" jsonb;