CREATE TABLE "purchase_lines" (
	"company_id" integer NOT NULL,
	"purchase_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_cost_minor" bigint NOT NULL,
	CONSTRAINT "purchase_lines_company_id_purchase_id_product_id_pk" PRIMARY KEY("company_id","purchase_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "purchases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supplier_id" bigint NOT NULL,
	"invoice_number" text,
	"status" text NOT NULL,
	"ordered_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "purchases_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "suppliers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"address" text,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "suppliers_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "warehouse_changes" (
	"company_id" integer NOT NULL,
	"operation_id" uuid NOT NULL,
	"type" text NOT NULL,
	"note" text,
	"purchase_id" bigint,
	CONSTRAINT "warehouse_changes_company_id_operation_id_pk" PRIMARY KEY("company_id","operation_id")
);
--> statement-breakpoint
ALTER TABLE "purchase_lines" ADD CONSTRAINT "purchase_lines_company_id_purchase_id_purchases_company_id_id_fk" FOREIGN KEY ("company_id","purchase_id") REFERENCES "public"."purchases"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_lines" ADD CONSTRAINT "purchase_lines_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_company_id_supplier_id_suppliers_company_id_id_fk" FOREIGN KEY ("company_id","supplier_id") REFERENCES "public"."suppliers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_changes" ADD CONSTRAINT "warehouse_changes_company_id_operation_id_operations_company_id_id_fk" FOREIGN KEY ("company_id","operation_id") REFERENCES "public"."operations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warehouse_changes" ADD CONSTRAINT "warehouse_changes_company_id_purchase_id_purchases_company_id_id_fk" FOREIGN KEY ("company_id","purchase_id") REFERENCES "public"."purchases"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchases_supplier" ON "purchases" USING btree ("company_id","supplier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "warehouse_changes_purchase" ON "warehouse_changes" USING btree ("company_id","purchase_id") WHERE purchase_id is not null;