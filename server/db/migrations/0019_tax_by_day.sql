CREATE TABLE "product_taxes" (
	"company_id" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"valid_from" date NOT NULL,
	"tax_basis_points" bigint NOT NULL,
	CONSTRAINT "product_taxes_company_id_product_id_valid_from_pk" PRIMARY KEY("company_id","product_id","valid_from")
);
--> statement-breakpoint
ALTER TABLE "product_taxes" ADD CONSTRAINT "product_taxes_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;