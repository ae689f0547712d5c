ALTER TABLE "ordered_files" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "ordered_files" ADD COLUMN "type" text;--> statement-breakpoint
ALTER TABLE "ordered_files" ADD COLUMN "content" "bytea";