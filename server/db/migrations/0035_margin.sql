CREATE TABLE "machine_commissions" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"valid_from" date NOT NULL,
	"share_basis_points" bigint NOT NULL,
	"base" text NOT NULL,
	"monthly_minor" bigint NOT NULL,
	CONSTRAINT "machine_commissions_company_id_machine_id_valid_from_pk" PRIMARY KEY("company_id","machine_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "product_costs" (
	"company_id" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"valid_from" date NOT NULL,
	"cost_minor" bigint NOT NULL,
	CONSTRAINT "product_costs_company_id_product_id_valid_from_pk" PRIMARY KEY("company_id","product_id","valid_from")
);
--> statement-breakpoint
ALTER TABLE "machine_commissions" ADD CONSTRAINT "machine_commissions_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_costs" ADD CONSTRAINT "product_costs_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
WITH "bought" AS (
  SELECT DISTINCT ON (l.company_id, l.product_id, day) l.company_id, l.product_id, l.unit_cost_minor AS cost,
    (coalesce(p.delivered_at, p.created_at) AT TIME ZONE c.timezone)::date AS day
  FROM "purchase_lines" l
  JOIN "purchases" p ON p.company_id = l.company_id AND p.id = l.purchase_id AND p.status = 'DELIVERED'
  JOIN "companies" c ON c.id = l.company_id
  ORDER BY l.company_id, l.product_id, day, l.purchase_id DESC),
"placed" AS (
  SELECT b.*, row_number() OVER earliest AS place, row_number() OVER latest AS from_last FROM "bought" b
  WINDOW earliest AS (PARTITION BY company_id, product_id ORDER BY day), latest AS (PARTITION BY company_id, product_id ORDER BY day DESC)),
"costs" AS (
  SELECT company_id, product_id, CASE WHEN place = 1 THEN '-infinity' ELSE day END AS valid_from, cost FROM "placed"
  UNION ALL
  SELECT b.company_id, b.product_id, greatest((now() AT TIME ZONE c.timezone)::date, b.day + 1), p.last_cost_minor FROM "placed" b
  JOIN "products" p ON p.company_id = b.company_id AND p.id = b.product_id AND p.last_cost_minor <> b.cost
  JOIN "companies" c ON c.id = b.company_id
  WHERE b.from_last = 1)
INSERT INTO "product_costs" ("company_id", "product_id", "valid_from", "cost_minor")
SELECT company_id, product_id, valid_from, cost FROM "costs";
