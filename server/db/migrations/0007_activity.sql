CREATE TABLE "activities" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"user_id" integer,
	"machine_id" bigint,
	"operation_id" uuid,
	"money_minor" bigint,
	"details" jsonb NOT NULL,
	CONSTRAINT "activities_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_machine" ON "activities" USING btree ("company_id","machine_id","id");--> statement-breakpoint
CREATE INDEX "activities_type" ON "activities" USING btree ("company_id","type","id");--> statement-breakpoint
CREATE INDEX "activities_at" ON "activities" USING btree ("company_id","at");