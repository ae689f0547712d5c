CREATE TABLE "planning_settings" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"planned_on" date,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "planning_settings" ADD CONSTRAINT "planning_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;