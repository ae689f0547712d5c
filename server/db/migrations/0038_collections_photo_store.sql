CREATE TABLE "bag_counts" (
	"company_id" integer NOT NULL,
	"operation_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" integer,
	"amount_minor" bigint NOT NULL,
	"bag" text,
	"bag_key" text,
	"collection_id" uuid,
	"voided" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bag_counts_company_id_operation_id_pk" PRIMARY KEY("company_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"company_id" integer NOT NULL,
	"operation_id" uuid NOT NULL,
	"machine_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" integer,
	"bag" text,
	"bag_key" text,
	"float_in_minor" bigint,
	"float_out_minor" bigint,
	"box_minor" bigint,
	"bills_minor" bigint,
	"read_at" timestamp (3) with time zone,
	"read_from" text,
	"voided" boolean DEFAULT false NOT NULL,
	CONSTRAINT "collections_company_id_operation_id_pk" PRIMARY KEY("company_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "photo_uploads" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"machine_id" bigint NOT NULL,
	"size" bigint NOT NULL,
	"content" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photo_uploads_company_id_user_id_id_pk" PRIMARY KEY("company_id","user_id","id")
);
--> statement-breakpoint
CREATE TABLE "travel_times" (
	"company_id" integer NOT NULL,
	"from_lat" integer NOT NULL,
	"from_lng" integer NOT NULL,
	"to_lat" integer NOT NULL,
	"to_lng" integer NOT NULL,
	"router" text NOT NULL,
	"seconds" integer,
	"metres" integer,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "travel_times_company_id_from_lat_from_lng_to_lat_to_lng_pk" PRIMARY KEY("company_id","from_lat","from_lng","to_lat","to_lng")
);
--> statement-breakpoint
ALTER TABLE "photos" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "store" text DEFAULT 'database' NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_uploads" ADD CONSTRAINT "photo_uploads_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bag_counts_at" ON "bag_counts" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "bag_counts_collection" ON "bag_counts" USING btree ("company_id","collection_id");--> statement-breakpoint
CREATE INDEX "bag_counts_bag" ON "bag_counts" USING btree ("company_id","bag_key","at") WHERE bag_key is not null;--> statement-breakpoint
CREATE INDEX "collections_at" ON "collections" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "collections_bag" ON "collections" USING btree ("company_id","bag_key","at") WHERE bag_key is not null;