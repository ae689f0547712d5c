CREATE TABLE "machine_templates" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"template_id" bigint NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "machine_templates_company_id_machine_id_pk" PRIMARY KEY("company_id","machine_id")
);
--> statement-breakpoint
CREATE TABLE "planogram_templates" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "planogram_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "planogram_templates_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "template_slots" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "template_slots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"template_id" bigint NOT NULL,
	"slot_number" text,
	"product_id" bigint,
	"vend_price_minor" bigint,
	"max_quantity" bigint,
	CONSTRAINT "template_slots_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "machine_templates" ADD CONSTRAINT "machine_templates_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_templates" ADD CONSTRAINT "machine_templates_of_template" FOREIGN KEY ("company_id","template_id") REFERENCES "public"."planogram_templates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planogram_templates" ADD CONSTRAINT "planogram_templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_slots" ADD CONSTRAINT "template_slots_template" FOREIGN KEY ("company_id","template_id") REFERENCES "public"."planogram_templates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_slots" ADD CONSTRAINT "template_slots_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "machine_templates_template" ON "machine_templates" USING btree ("company_id","template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "planogram_templates_name" ON "planogram_templates" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "template_slots_number" ON "template_slots" USING btree ("company_id","template_id","slot_number") WHERE slot_number is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "template_slots_ingredient" ON "template_slots" USING btree ("company_id","template_id","product_id") WHERE slot_number is null;