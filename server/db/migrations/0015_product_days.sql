CREATE TABLE "product_days" (
	"company_id" integer NOT NULL,
	"day" date NOT NULL,
	"product_id" bigint NOT NULL,
	"type" text NOT NULL,
	"count" integer NOT NULL,
	"turnover_minor" bigint NOT NULL,
	CONSTRAINT "product_days_company_id_day_product_id_type_pk" PRIMARY KEY("company_id","day","product_id","type")
);
--> statement-breakpoint
ALTER TABLE "product_days" ADD CONSTRAINT "product_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "product_days" ("company_id", "day", "product_id", "type", "count", "turnover_minor")
SELECT "company_id", "day", "product_id", "type", sum("count"), sum("turnover_minor") FROM "daily_sales" GROUP BY 1, 2, 3, 4;
