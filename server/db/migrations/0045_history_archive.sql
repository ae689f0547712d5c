CREATE TABLE "archived_months" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"month" date NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"digest" text NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "archived_months_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "history_months" integer;--> statement-breakpoint
ALTER TABLE "archived_months" ADD CONSTRAINT "archived_months_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;