CREATE TABLE "customer_issues" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"machine_id" bigint NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"details" text,
	"contact_details" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_issues_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_credentials" (
	"company_id" integer NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" integer NOT NULL,
	CONSTRAINT "payment_credentials_company_id_provider_pk" PRIMARY KEY("company_id","provider")
);
--> statement-breakpoint
ALTER TABLE "customer_issues" ADD CONSTRAINT "customer_issues_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_credentials" ADD CONSTRAINT "payment_credentials_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_issues_created" ON "customer_issues" USING btree ("company_id","created_at");