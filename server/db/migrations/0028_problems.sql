CREATE TABLE "photos" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"machine_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"hash" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_issues" ADD COLUMN "source" text DEFAULT 'CUSTOMER' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_issues" ADD COLUMN "reported_by" integer;--> statement-breakpoint
ALTER TABLE "customer_issues" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "customer_issues" ADD COLUMN "slot_id" bigint;--> statement-breakpoint
ALTER TABLE "customer_issues" ADD COLUMN "out_of_order" boolean;--> statement-breakpoint
ALTER TABLE "customer_issues" ADD COLUMN "photos" uuid[];--> statement-breakpoint
ALTER TABLE "customer_issues" ADD COLUMN "invalid_because" text;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_created" ON "photos" USING btree ("company_id","created_at");