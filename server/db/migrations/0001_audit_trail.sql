CREATE TABLE "audit_entries" (
	"company_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"content" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entries_company_id_seq_pk" PRIMARY KEY("company_id","seq")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "audit_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "audit_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;