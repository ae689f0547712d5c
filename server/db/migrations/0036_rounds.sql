CREATE TABLE "round_stops" (
	"company_id" integer NOT NULL,
	"round_id" bigint NOT NULL,
	"machine_id" bigint NOT NULL,
	"position" double precision NOT NULL,
	"position_at" timestamp (3) with time zone NOT NULL,
	"position_by" uuid,
	"tasks" text[] NOT NULL,
	"why" jsonb,
	"arrival_at" timestamp (3) with time zone,
	"minutes" integer,
	"saves_minor" bigint,
	"mark" text DEFAULT 'PLANNED' NOT NULL,
	"mark_at" timestamp (3) with time zone,
	"mark_by" uuid,
	"skip_reason" text,
	"note" text,
	"is_added" boolean DEFAULT false NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "round_stops_company_id_round_id_machine_id_pk" PRIMARY KEY("company_id","round_id","machine_id")
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rounds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"date" date NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"mark" text,
	"mark_at" timestamp (3) with time zone,
	"mark_by" uuid,
	"planned_minutes" integer,
	"planned_metres" integer,
	"planned_saves_minor" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rounds_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "visit_id" uuid;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "visit_start" text;--> statement-breakpoint
ALTER TABLE "round_stops" ADD CONSTRAINT "round_stops_company_id_round_id_rounds_company_id_id_fk" FOREIGN KEY ("company_id","round_id") REFERENCES "public"."rounds"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_stops" ADD CONSTRAINT "round_stops_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "round_stops_machine" ON "round_stops" USING btree ("company_id","machine_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rounds_day" ON "rounds" USING btree ("company_id","user_id","date");--> statement-breakpoint
CREATE INDEX "rounds_date" ON "rounds" USING btree ("company_id","date");--> statement-breakpoint
CREATE INDEX "operations_visit" ON "operations" USING btree ("company_id","user_id","effective_at") WHERE visit_id is not null;