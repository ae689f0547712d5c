CREATE TABLE "hand_overs" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"from_van_id" bigint NOT NULL,
	"to_van_id" bigint NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"signed" text NOT NULL,
	CONSTRAINT "hand_overs_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "van_drivers" (
	"company_id" integer NOT NULL,
	"van_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "van_drivers_company_id_van_id_since_pk" PRIMARY KEY("company_id","van_id","since")
);
--> statement-breakpoint
CREATE TABLE "vans" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "vans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "vans_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "stock_points" ADD COLUMN "van_id" bigint;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_company_id_from_van_id_vans_company_id_id_fk" FOREIGN KEY ("company_id","from_van_id") REFERENCES "public"."vans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_company_id_to_van_id_vans_company_id_id_fk" FOREIGN KEY ("company_id","to_van_id") REFERENCES "public"."vans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "van_drivers" ADD CONSTRAINT "van_drivers_company_id_van_id_vans_company_id_id_fk" FOREIGN KEY ("company_id","van_id") REFERENCES "public"."vans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vans" ADD CONSTRAINT "vans_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hand_overs_from" ON "hand_overs" USING btree ("company_id","from_van_id","effective_at");--> statement-breakpoint
CREATE INDEX "hand_overs_to" ON "hand_overs" USING btree ("company_id","to_van_id","effective_at");--> statement-breakpoint
CREATE UNIQUE INDEX "van_drivers_van" ON "van_drivers" USING btree ("company_id","van_id") WHERE until is null;--> statement-breakpoint
CREATE UNIQUE INDEX "van_drivers_user" ON "van_drivers" USING btree ("company_id","user_id") WHERE until is null;--> statement-breakpoint
CREATE INDEX "van_drivers_past" ON "van_drivers" USING btree ("company_id","user_id","since");--> statement-breakpoint
CREATE UNIQUE INDEX "vans_name" ON "vans" USING btree ("company_id",lower(name)) WHERE retired_at is null;--> statement-breakpoint
ALTER TABLE "stock_points" ADD CONSTRAINT "stock_points_company_id_van_id_vans_company_id_id_fk" FOREIGN KEY ("company_id","van_id") REFERENCES "public"."vans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_points_van" ON "stock_points" USING btree ("company_id","van_id","product_id") WHERE kind = 'VAN';