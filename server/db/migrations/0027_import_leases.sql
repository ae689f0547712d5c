CREATE TABLE "ordered_file_parts" (
	"company_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "ordered_file_parts_company_id_file_id_part_pk" PRIMARY KEY("company_id","file_id","part")
);
--> statement-breakpoint
DROP INDEX "imports_under_way";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "ordered_files" ADD COLUMN "size" bigint;--> statement-breakpoint
ALTER TABLE "ordered_files" ADD COLUMN "progress" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ordered_files" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "ordered_files" ADD COLUMN "beat_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ordered_file_parts" ADD CONSTRAINT "ordered_file_parts_company_id_file_id_ordered_files_company_id_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."ordered_files"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_worked_on" ON "imports" USING btree ("asked_at") WHERE state in ('READING', 'RUNNING', 'CANCELLING', 'UNDOING');