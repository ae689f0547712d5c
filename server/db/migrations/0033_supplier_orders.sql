CREATE TABLE "product_suppliers" (
	"company_id" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"supplier_id" bigint NOT NULL,
	CONSTRAINT "product_suppliers_company_id_product_id_pk" PRIMARY KEY("company_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "supplier_order_lines" (
	"company_id" integer NOT NULL,
	"order_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"place" bigint NOT NULL,
	"cases" integer NOT NULL,
	"pieces_per_case" integer NOT NULL,
	"unit_cost_minor" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "supplier_order_lines_company_id_order_id_product_id_pk" PRIMARY KEY("company_id","order_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "supplier_orders" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "supplier_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"supplier_id" bigint NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"note" text,
	"expected_on" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"sent_to" text,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "supplier_orders_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "order_id" bigint;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "minimum_order_minor" bigint;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "lead_days" integer;--> statement-breakpoint
ALTER TABLE "product_suppliers" ADD CONSTRAINT "product_suppliers_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_suppliers" ADD CONSTRAINT "product_suppliers_company_id_supplier_id_suppliers_company_id_id_fk" FOREIGN KEY ("company_id","supplier_id") REFERENCES "public"."suppliers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_order_lines" ADD CONSTRAINT "supplier_order_lines_company_id_order_id_supplier_orders_company_id_id_fk" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."supplier_orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_order_lines" ADD CONSTRAINT "supplier_order_lines_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_orders" ADD CONSTRAINT "supplier_orders_company_id_supplier_id_suppliers_company_id_id_fk" FOREIGN KEY ("company_id","supplier_id") REFERENCES "public"."suppliers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_orders_number" ON "supplier_orders" USING btree ("company_id","number");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_company_id_order_id_supplier_orders_company_id_id_fk" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."supplier_orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchases_order" ON "purchases" USING btree ("company_id","order_id") WHERE order_id is not null;