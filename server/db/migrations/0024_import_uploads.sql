CREATE TABLE "import_parts" (
	"company_id" integer NOT NULL,
	"import_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_parts_company_id_import_id_part_pk" PRIMARY KEY("company_id","import_id","part")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "progress" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "choices" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "preview" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "why" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "beat_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_company_id_import_id_imports_company_id_id_fk" FOREIGN KEY ("company_id","import_id") REFERENCES "public"."imports"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_under_way" ON "imports" USING btree ("asked_at") WHERE state in ('READING', 'RUNNING');