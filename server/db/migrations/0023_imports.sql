CREATE TABLE "imports" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"state" text NOT NULL,
	"counts" jsonb,
	"created" jsonb,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "imports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "import_mappings" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "reference" text;--> statement-breakpoint
CREATE INDEX "imports_asked" ON "imports" USING btree ("company_id","asked_at");--> statement-breakpoint
CREATE INDEX "transactions_import" ON "transactions" USING btree ("company_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "transactions_reference" ON "transactions" USING btree ("company_id","reference") WHERE reference is not null;