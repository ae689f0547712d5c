CREATE TABLE "best_before_dates" (
	"company_id" integer NOT NULL,
	"stock_point_id" bigint NOT NULL,
	"operation_id" uuid NOT NULL,
	"best_before" date NOT NULL,
	CONSTRAINT "best_before_dates_company_id_stock_point_id_operation_id_pk" PRIMARY KEY("company_id","stock_point_id","operation_id")
);
--> statement-breakpoint
ALTER TABLE "best_before_dates" ADD CONSTRAINT "best_before_dates_company_id_stock_point_id_stock_points_company_id_id_fk" FOREIGN KEY ("company_id","stock_point_id") REFERENCES "public"."stock_points"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "best_before_dates_day" ON "best_before_dates" USING btree ("company_id","best_before");