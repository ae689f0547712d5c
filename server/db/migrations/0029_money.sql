CREATE TABLE "closed_files" (
	"company_id" integer NOT NULL,
	"closing_id" bigint NOT NULL,
	"format" text NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "closed_files_company_id_closing_id_format_language_pk" PRIMARY KEY("company_id","closing_id","format","language")
);
--> statement-breakpoint
CREATE TABLE "closed_sales" (
	"company_id" integer NOT NULL,
	"closing_id" bigint NOT NULL,
	"part" text NOT NULL,
	"of_month" text NOT NULL,
	"key" bigint NOT NULL,
	"type" text NOT NULL,
	"rate" bigint NOT NULL,
	"count" integer NOT NULL,
	"gross_minor" bigint NOT NULL,
	CONSTRAINT "closed_sales_company_id_closing_id_part_of_month_key_type_rate_pk" PRIMARY KEY("company_id","closing_id","part","of_month","key","type","rate")
);
--> statement-breakpoint
CREATE TABLE "company_taxes" (
	"company_id" integer NOT NULL,
	"valid_from" date NOT NULL,
	"tax_basis_points" bigint NOT NULL,
	CONSTRAINT "company_taxes_company_id_valid_from_pk" PRIMARY KEY("company_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "money_settings" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "month_closings" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "month_closings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by" integer NOT NULL,
	"reopened_at" timestamp (3) with time zone,
	"reopened_by" integer,
	"reason" text,
	CONSTRAINT "month_closings_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "closed_files" ADD CONSTRAINT "closed_files_company_id_closing_id_month_closings_company_id_id_fk" FOREIGN KEY ("company_id","closing_id") REFERENCES "public"."month_closings"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_sales" ADD CONSTRAINT "closed_sales_company_id_closing_id_month_closings_company_id_id_fk" FOREIGN KEY ("company_id","closing_id") REFERENCES "public"."month_closings"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_taxes" ADD CONSTRAINT "company_taxes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_settings" ADD CONSTRAINT "money_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_closings" ADD CONSTRAINT "month_closings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "month_closings_open" ON "month_closings" USING btree ("company_id","month") WHERE reopened_at is null;