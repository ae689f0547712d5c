CREATE TABLE "product_codes" (
	"company_id" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"code" text NOT NULL,
	"pieces" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_codes_company_id_product_id_code_pk" PRIMARY KEY("company_id","product_id","code")
);
--> statement-breakpoint
ALTER TABLE "product_codes" ADD CONSTRAINT "product_codes_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_codes_code" ON "product_codes" USING btree ("company_id",lpad("code", 14, '0'));